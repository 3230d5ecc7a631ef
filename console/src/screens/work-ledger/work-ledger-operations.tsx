import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import { List } from '../../parts/list.tsx'
import { useList } from '../../parts/use-list.ts'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'
import { DoneBy, sayTokens } from './work-ledger-agents.tsx'
import { Part } from './work-ledger-computed.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const { ledger: labels, models } = texts

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
    <Part title={models.operations}>
      <List
        label={models.operations}
        list={list}
        empty={ledgerTexts.noOperations}
        idOf={({ position }) => String(position)}
        columns={[
          { header: models.action, isLong: true, cell: ({ operation }) => operation.action },
          {
            header: labels.actor,
            isLong: true,
            cell: ({ operation }) => <DoneBy operation={operation} agents={agents} />,
          },
          {
            header: ledgerTexts.startedAt,
            width: '9rem',
            cell: ({ operation }) => <Start at={operation.startedAt} />,
          },
          {
            header: models.attributes,
            isLong: true,
            cell: ({ operation: { attributes = {} } }) => {
              const facts = Object.entries(attributes).map(([name, value]) => models.fact(name, String(value)))
              return facts.join(', ') || texts.none
            },
          },
          { header: workTexts.tokens, isLong: true, isMinor: true, cell: ({ operation }) => sayTokens(operation) },
          {
            header: labels.activeTime,
            isNumber: true,
            cell: ({ operation }) => formatDuration(operation.activeTime ?? 0),
          },
          { header: labels.cost, isNumber: true, cell: ({ operation: { cost = 0 } }) => formatCost(cost) },
        ]}
      />
    </Part>
  )
}

/** In one line. There may be seconds between one operation and the next: these are under the pointer. */
function Start({ at }: { at: string }) {
  const time = new Date(at)
  return (
    <time dateTime={at} title={time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' })}>
      {time.toLocaleString(language, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })}
    </time>
  )
}
