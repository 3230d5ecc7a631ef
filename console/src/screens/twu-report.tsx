import { Alert, Anchor, List, Text } from '@mantine/core'
import type { TwuReport } from '@instance-admin/sdk'
import { useEffect, useRef } from 'react'
import { readPointer } from '../parts/differences.tsx'
import { texts } from '../texts.ts'
import type { DraftValues } from './twu-draft-values.ts'
import type { Faults } from './twu-faults.ts'

const labels = texts.models

/** What a draft still lacks, as the service told it: each fault under a link to the definition or the case that it is about. */
export function Report({ report, faults: { open: faults, isRefused }, draft }: ReportProps) {
  const place = useRef<HTMLDivElement>(null)
  // Other faults are marked at their fields, and the first of those is in view.
  const isAboutCases = isRefused && faults.every(({ pointer }) => pointer.startsWith('/cases'))
  useEffect(() => {
    if (isAboutCases) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAboutCases])
  if (faults.length === 0 && report === undefined) return null
  if (faults.length === 0 && report === null) return <Text>{labels.noReport}</Text>
  const { cases = [] } = report ?? {}
  const isBad = isRefused && faults.length > 0
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

interface ReportProps {
  /** Of the last save; null when the service had no time for it, undefined when what was saved has changed since. */
  report: TwuReport | null | undefined
  faults: Faults
  draft: DraftValues
}
