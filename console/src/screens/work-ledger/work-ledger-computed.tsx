import { Group, Stack, Table, Title } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { sayOutcome } from '../twu/twu-spoken-results.tsx'
import { useNamesOfUsers } from '../users/user-names.ts'

const labels = texts.ledger

/** What the model computed of an execution. */
export function Outcomes({ entry: { outcomes = [] } }: { entry: WorkLedgerEntry }) {
  if (outcomes.length === 0) return null
  const facts = outcomes.map((outcome) => [outcome.name, outcome.fault?.message ?? sayOutcome(outcome)] as const)
  return <FactTable title={texts.models.outcomes} facts={facts} />
}

/** What somebody decided about it, and why. */
export function Review({ entry: { review } }: { entry: WorkLedgerEntry }) {
  if (!review) return null
  const change = (
    <Group gap="xs">
      <Status value={review.computed} /> <span aria-hidden>→</span> <Status value={review.decided} />
    </Group>
  )
  return (
    <FactTable
      title={labels.review}
      facts={[
        [labels.policyStatus, change],
        [labels.reason, review.reason],
        [labels.reviewedBy, <Reviewer key="by" id={review.by.id} />],
        [labels.reviewedAt, <Time key="time" at={review.at} />],
      ]}
    />
  )
}

/** A person whom the caller may know by the whole name. A client, and whoever is no user any more, by its id. */
function Reviewer({ id }: { id: string }) {
  return useNamesOfUsers().get(id) ?? id
}

/** A part of what is told of an entry. */
export function Part({ title, order = 2, children }: PartProps) {
  return (
    <Stack component="section" aria-label={title} gap="xs">
      <Title order={order} size={order === 2 ? 'h4' : 'h6'}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}

export function FactTable({ facts, ...part }: FactTableProps) {
  return (
    <Part {...part}>
      <Table aria-label={part.title} variant="vertical" layout="fixed">
        <Table.Tbody>
          {facts.map(([label, value], at) => (
            <Table.Tr key={at}>
              <Table.Th scope="row" w="10rem" style={{ verticalAlign: 'baseline', overflowWrap: 'anywhere' }}>
                {label}
              </Table.Th>
              <Table.Td style={{ verticalAlign: 'baseline', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Part>
  )
}

interface PartProps {
  title: string
  /** The level of its heading. */
  order?: 2 | 4
  children: ReactNode
}

interface FactTableProps extends Omit<PartProps, 'children'> {
  facts: readonly (readonly [string, ReactNode])[]
}
