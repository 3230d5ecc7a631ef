import { Alert, Anchor, List, Text } from '@mantine/core'
import type { TwuReport } from '@instance-admin/sdk'
import { readPointer } from '../parts/differences.tsx'
import { texts } from '../texts.ts'
import type { DraftValues } from './twu-draft-values.ts'

const labels = texts.models

/** What a draft lacked when it was saved: each fault under a link to the definition or the case that it is about. */
export function Report({ report, draft }: { report: TwuReport | undefined; draft: DraftValues }) {
  if (!report) return <Text>{labels.noReport}</Text>
  const { faults, cases } = report
  const met = cases.filter(({ isMet }) => isMet).length
  return (
    <Alert component="section" role="region" aria-label={labels.report} title={labels.report}>
      {cases.length > 0 && <Text size="sm">{labels.casesMet(met, cases.length)}</Text>}
      {faults.length === 0 && <Text size="sm">{labels.ready}</Text>}
      <List size="sm">
        {faults.map(({ pointer, message }, at) => (
          <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
            <Anchor size="sm" underline="always" href={`#${idOf(pointer)}`}>
              {nameOf(pointer, draft)}
            </Anchor>{' '}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The id of the row, or of the whole list, that a pointer into the draft leads to. */
function idOf(pointer: string): string {
  return readPointer(pointer).slice(0, 2).join('-')
}

function nameOf(pointer: string, draft: DraftValues): string {
  const [list = '', at] = readPointer(pointer)
  if (!isList(list)) return labels.model
  return (at !== undefined && draft[list][Number(at)]?.name) || labels[list]
}

function isList(name: string): name is (typeof lists)[number] {
  return lists.some((list) => list === name)
}

const lists = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const
