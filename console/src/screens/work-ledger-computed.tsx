import { Group, Stack, Table, Title } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { sayOutcome } from './twu-spoken-results.tsx'

const labels = texts.ledger

/** What the model computed of an execution. */
export function Outcomes({ entry: { outcomes } }: { entry: WorkLedgerEntry }) {
  if (!outcomes) return null
  const facts = outcomes.map((outcome) => ({
    label: outcome.name,
    value: outcome.fault ? outcome.fault.message : sayOutcome(outcome),
  }))
  return (
    <Part title={labels.computed}>
      <Facts label={labels.computed} facts={facts} />
    </Part>
  )
}

/** What somebody decided about it, and why. */
export function Review({ entry: { review } }: { entry: WorkLedgerEntry }) {
  if (!review) return null
  const { computed, decided, reason, by, at } = review
  const facts = [
    {
      label: labels.policyStatus,
      value: (
        <Group gap="xs">
          <Status value={computed} /> <span aria-hidden>→</span> <Status value={decided} />
        </Group>
      ),
    },
    { label: labels.reason, value: reason },
    { label: labels.reviewedBy, value: by.id },
    { label: labels.reviewedAt, value: <Time at={at} /> },
  ]
  return (
    <Part title={labels.review}>
      <Facts label={labels.review} facts={facts} />
    </Part>
  )
}

/** A part of what is told of an entry. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

export function Facts({ label, facts }: { label: string; facts: { label: string; value: ReactNode }[] }) {
  return (
    <Table aria-label={label} variant="vertical" layout="fixed">
      <Table.Tbody>
        {facts.map(({ label, value }, at) => (
          <Table.Tr key={at}>
            <Table.Th scope="row" w="10rem" style={{ verticalAlign: 'baseline' }}>
              {label}
            </Table.Th>
            <Table.Td style={{ verticalAlign: 'baseline', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
