import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { NumberTable } from '../../parts/number-table.tsx'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

/** The numbers of each day that has entries, the newest first. */
export function Days({ groups, zone }: Pick<WorkLedgerSummary, 'groups'> & { zone: string }) {
  return (
    <NumberTable
      label={ledgerTexts.days}
      headers={[ledgerTexts.day(zone), labels.count, labels.cost, labels.activeTime]}
      maxHeight={300}
      rows={groups.toReversed().map(({ key, count, cost, activeTime }) => ({
        key,
        name: key,
        numbers: [count.toLocaleString(language), formatCost(cost), formatDuration(activeTime)],
      }))}
    />
  )
}
