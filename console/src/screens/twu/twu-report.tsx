import { Alert, Anchor, List, Text } from '@mantine/core'
import type { TwuReport } from '@instance-admin/sdk'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'
import type { DraftValues } from './twu-draft-values.ts'
import type { Faults } from './twu-faults.ts'

const labels = texts.models

/** What a draft still lacks: each fault under a link to the definition or the case that it is about. */
export function Report({ report, faults: { all: faults, isOpen, isRefused }, draft }: ReportProps) {
  const place = useRef<HTMLDivElement>(null)
  // Other faults are marked at their fields, and the first of those is in view.
  const isAboutCases = isRefused && faults.every(({ path }) => path.startsWith('cases'))
  useEffect(() => {
    if (isAboutCases) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAboutCases])
  // What is wrong with what was typed since stands at its field.
  if (!isOpen && report === undefined) return null
  if (!isOpen && report === null) return <Text>{labels.noReport}</Text>
  const { cases = [] } = report ?? {}
  const isBad = isRefused && isOpen
  const met = cases.filter(({ isMet }) => isMet).length
  return (
    <Alert
      ref={place}
      component="section"
      role={isBad ? 'alert' : 'region'}
      aria-label={labels.report}
      title={isBad ? labels.refused : labels.report}
      bd={isBad ? '1px solid var(--mantine-color-error)' : undefined}
    >
      {cases.length > 0 && <Text size="sm">{labels.casesMet(met, cases.length)}</Text>}
      {faults.length === 0 && <Text size="sm">{labels.ready}</Text>}
      <List size="sm">
        {faults.map(({ path, message }, at) => (
          <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
            <Anchor size="sm" underline="always" href={`#${idOf(path)}`}>
              {nameOf(path, draft)}
            </Anchor>{' '}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** The id of the row, of the whole list, or of what is in no list, that a path into the draft leads to. */
function idOf(path: string): string {
  const [list = '', ...at] = path.split('.').slice(0, 2)
  return isList(list) ? [list, ...at].join('-') : 'general'
}

function nameOf(path: string, draft: DraftValues): string {
  const [list = '', at] = path.split('.')
  if (!isList(list)) return labels.model
  return (at !== undefined && draft[list][Number(at)]?.name) || labels[list]
}

function isList(name: string): name is (typeof lists)[number] {
  return lists.some((list) => list === name)
}

const lists = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

interface ReportProps {
  /** Of the last save; null when the service had no time for it, undefined when what was saved has changed since. */
  report: TwuReport | null | undefined
  faults: Faults
  draft: DraftValues
}
