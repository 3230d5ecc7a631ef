import { Title } from '@mantine/core'
import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Statuses } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { sayOutcome } from './twu-spoken-results.tsx'
import { formatCost } from '../work-ledger/work-ledger-format.ts'

const labels = texts.models

/** What was done by the versions of a model, the newest first. */
export function Executions({ modelId }: { modelId: string }) {
  const { instance, queries } = useApi()
  const list = useList(queries.workLedger.listInfinite({ modelId }), true)
  return (
    <>
      <Title order={2} size="h3" mt="md" mb="xs">
        {labels.executions}
      </Title>
      <List
        label={labels.executions}
        list={list}
        empty={labels.noExecutions}
        isWide
        idOf={({ id }) => id}
        columns={[
          {
            header: texts.ledger.entry,
            isLong: true,
            cell: ({ id, title }) => (
              <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
                {title}
              </TextLink>
            ),
          },
          {
            header: labels.version,
            isNumber: true,
            width: '6rem',
            cell: ({ modelVersion }) => modelVersion ?? texts.none,
          },
          {
            header: labels.status,
            width: '13rem',
            isLong: true,
            inRow: 'below',
            cell: ({ status, policyStatus }) => <Statuses of={[status, policyStatus]} />,
          },
          {
            header: labels.outcomes,
            isLong: true,
            cell: ({ outcomes = [] }) => (
              <div>
                {outcomes
                  .filter(({ fault }) => !fault)
                  .map((outcome) => (
                    <div key={outcome.name}>{labels.fact(outcome.name, sayOutcome(outcome))}</div>
                  ))}
              </div>
            ),
          },
          {
            header: texts.ledger.cost,
            isNumber: true,
            width: '7rem',
            inRow: 'end',
            cell: ({ cost }) => formatCost(cost),
          },
          {
            header: texts.ledger.createdAt,
            width: '9rem',
            inRow: 'belowEnd',
            cell: ({ createdAt }) => <Time at={createdAt} />,
          },
        ]}
      />
    </>
  )
}
