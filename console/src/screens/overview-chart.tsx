import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { Bars } from '../parts/bars.tsx'
import { texts } from '../texts.ts'
import { workTexts } from '../texts/work.ts'
import { formatCost } from './work-ledger-format.ts'
import { toPeriods } from './work-ledger-periods.ts'

/** What each day cost. */
export function CostPerDay({ groups, createdFrom }: Pick<WorkLedgerSummary, 'groups'> & { createdFrom: string }) {
  const days = groups.map(({ key, cost }) => ({ key, count: cost }))
  const { unit, periods } = toPeriods([{ name: 'cost', days }], { createdFrom })
  return (
    <Bars
      title={workTexts.costPer[unit]}
      data={periods.map(({ label, counts }) => ({ label, ...counts }))}
      series={[{ name: 'cost', label: texts.ledger.cost, color: 'indigo.6' }]}
      valueFormatter={(cost) => formatCost(cost)}
    />
  )
}
