import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { List } from '../parts/list.tsx'
import { useList } from '../parts/use-list.ts'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import { workTexts } from '../texts/work.ts'
import { DoneBy, sayTokens } from './work-ledger-agents.tsx'
import { Part } from './work-ledger-computed.tsx'
import { formatAttribute, formatCost, formatDuration, formatMoment } from './work-ledger-format.ts'

const labels = texts.ledger

/** The operations of an entry, as far as they were asked for. */
export function useOperations(entryId: string) {
  const { queries } = useApi()
  return useList(queries.workLedger.operations.listInfinite(entryId))
}

/** What was done, in its order, when and by whom. What was imported has no operations. */
export function Operations({ entry: { id, outcomes, agents = [] } }: { entry: WorkLedgerEntry }) {
  const list = useOperations(id)
  if (!outcomes) return null
  return (
    <Part title={texts.models.operations}>
      <List
        label={texts.models.operations}
        list={list}
        empty={ledgerTexts.noOperations}
        idOf={({ position }) => String(position)}
        columns={[
          { header: texts.models.action, isLong: true, cell: ({ operation }) => operation.action },
          {
            header: labels.actor,
            isLong: true,
            cell: ({ operation }) => <DoneBy operation={operation} agents={agents} />,
          },
          {
            header: ledgerTexts.startedAt,
            width: '10.75rem',
            isLong: true,
            cell: ({ operation }) => formatMoment(operation.startedAt),
          },
          {
            header: texts.models.attributes,
            isLong: true,
            cell: ({ operation: { attributes = {} } }) => {
              const facts = Object.entries(attributes).map(([name, value]) =>
                texts.models.fact(name, formatAttribute(value)),
              )
              return facts.join(', ') || texts.none
            },
          },
          { header: workTexts.tokens, isLong: true, isMinor: true, cell: ({ operation }) => sayTokens(operation) },
          {
            header: labels.activeTime,
            width: '7.25rem',
            isNumber: true,
            cell: ({ operation }) => formatDuration(operation.activeTime ?? 0),
          },
          {
            header: labels.cost,
            width: '5rem',
            isNumber: true,
            cell: ({ operation }) => formatCost(operation.cost ?? 0),
          },
        ]}
      />
    </Part>
  )
}
