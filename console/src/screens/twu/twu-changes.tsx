import { Text, Title } from '@mantine/core'
import type { TwuComparison, TwuDefinitionChange } from '@instance-admin/sdk'
import { Differences } from '../../parts/differences.tsx'
import type { Difference } from '../../parts/restore.ts'
import { texts } from '../../texts.ts'
import { Part } from '../work-ledger/work-ledger-computed.tsx'

const labels = texts.models
const lists = ['model', 'entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

/** The definitions that differ between two versions, list by list. */
export function Changes({ changes }: Pick<TwuComparison, 'changes'>) {
  if (changes.length === 0) return <Text>{labels.same}</Text>
  return lists
    .map((list) => ({ list, found: changes.filter((one) => one.list === list) }))
    .filter(({ found }) => found.length > 0)
    .map(({ list, found }) => (
      <Part key={list} title={labels[list]}>
        {found.map((change, at) => (
          <OneChange key={at} change={change} />
        ))}
      </Part>
    ))
}

/** Below each other, so that expressions have the whole width. */
function OneChange({ change }: { change: TwuDefinitionChange }) {
  const { name, kind, breaksReaders } = change
  return (
    <article aria-label={name}>
      <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
        {name}{' '}
        <Text span size="sm" c="dimmed">
          {labels.changes[kind]}
        </Text>
      </Title>
      {breaksReaders && (
        <Text size="sm" c="var(--mantine-color-error)">
          {labels.breaksReaders}
        </Text>
      )}
      <Differences type="twu_model" difference={differenceOf(change)} />
    </article>
  )
}

/** Of what was added or removed, every member. */
function differenceOf({ kind, before, after, difference }: TwuDefinitionChange): Difference[] {
  const side = kind === 'added' ? 'after' : 'before'
  const members: [string, unknown][] = Object.entries((kind === 'added' ? after : before) ?? {})
  if (kind === 'changed') return difference
  return members
    .filter(([name]) => name !== 'name')
    .map(([name, value]): Difference => ({ pointer: `/${name}`, [side]: value }))
}
