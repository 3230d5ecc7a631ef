import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { sayOutcome } from './twu-bench-results.tsx'
import { formatCost } from './work-ledger-format.ts'

const labels = texts.models

/** What was done by the versions of a model, the newest first. */
export function Executions({ modelId }: { modelId: string }) {
  const { instance, queries } = useApi()
  const list = useInfiniteQuery({ ...queries.workLedger.listInfinite({ modelId }), ...readAgain })
  return (
    <>
      <Title order={2} size="h3">
        {labels.executions}
      </Title>
      <List
        label={labels.executions}
        list={list}
        minWidth={800}
        idOf={({ id }) => id}
        columns={[
          {
            header: texts.ledger.entry,
            cell: ({ id, title }) => (
              <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
                {title}
              </TextLink>
            ),
          },
          { header: labels.version, cell: ({ modelVersion }) => modelVersion ?? texts.none },
          { header: labels.status, cell: ({ status }) => texts.ledger.statuses[status] },
          { header: labels.policyStatus, cell: ({ policyStatus }) => texts.ledger.policyStatuses[policyStatus] },
          {
            header: labels.outcomes,
            cell: ({ outcomes = [] }) =>
              outcomes
                .filter(({ fault }) => !fault)
                .map((outcome) => labels.fact(outcome.name, sayOutcome(outcome)))
                .join(', '),
          },
          { header: texts.ledger.cost, cell: ({ cost }) => formatCost(cost) },
          { header: texts.ledger.createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  )
}
