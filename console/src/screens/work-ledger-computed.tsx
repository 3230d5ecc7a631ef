import { Group, Stack, Table, Title } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import { List } from '../parts/list.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../parts/use-list.ts'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import { workTexts } from '../texts/work.ts'
import { sayOutcome } from './twu-spoken-results.tsx'
import { DoneBy, sayTokens } from './work-ledger-agents.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

/** What the model computed of an execution, what a review decided about it, and what was done in it. */
export function Computed({ entry }: { entry: WorkLedgerEntry }) {
  const { modelVersion, outcomes, review } = entry
  if (!outcomes && !review) return null
  const facts = [
    ...(modelVersion === undefined ? [] : [{ label: labels.modelVersion, value: modelVersion }]),
    ...(outcomes ?? []).map((outcome) => ({
      label: outcome.name,
      value: outcome.fault ? outcome.fault.message : sayOutcome(outcome),
    })),
  ]
  return (
    <Stack component="section" aria-label={labels.computed}>
      <Title order={2} size="h3">
        {labels.computed}
      </Title>
      <Facts label={labels.computed} facts={facts} />
      {review && <Review review={review} />}
      {outcomes && <Operations entry={entry} />}
    </Stack>
  )
}

function Review({ review }: { review: NonNullable<WorkLedgerEntry['review']> }) {
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
    <>
      <Title order={3} size="h4">
        {labels.review}
      </Title>
      <Facts label={labels.review} facts={facts} />
    </>
  )
}

function Operations({ entry: { id, agents = [] } }: { entry: WorkLedgerEntry }) {
  const { queries } = useApi()
  const list = useList(queries.workLedger.operations.listInfinite(id))
  return (
    <>
      <Title order={3} size="h4">
        {texts.models.operations}
      </Title>
      <List
        label={texts.models.operations}
        list={list}
        empty={ledgerTexts.noOperations}
        idOf={({ position }) => String(position)}
        columns={[
          { header: texts.models.action, cell: ({ operation }) => operation.action },
          {
            header: labels.actor,
            isLong: true,
            cell: ({ operation }) => <DoneBy operation={operation} agents={agents} />,
          },
          { header: workTexts.tokens, isLong: true, cell: ({ operation }) => sayTokens(operation) },
          {
            header: labels.activeTime,
            isNumber: true,
            cell: ({ operation }) => formatDuration(operation.activeTime ?? 0),
          },
          { header: labels.cost, isNumber: true, cell: ({ operation }) => formatCost(operation.cost ?? 0) },
          {
            header: texts.models.attributes,
            isLong: true,
            cell: ({ operation: { attributes = {} } }) => {
              const facts = Object.entries(attributes).map(([name, value]) => texts.models.fact(name, String(value)))
              return facts.join(', ') || texts.none
            },
          },
        ]}
      />
    </>
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
