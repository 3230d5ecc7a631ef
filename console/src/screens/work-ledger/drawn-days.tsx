import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { NumberTable } from '../../parts/number-table.tsx'
import { lazyPart } from '../../parts/online.ts'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

/** The library that draws is as big as the frame of the console: it comes when there is something to draw. */
const load = () => import('./work-ledger-charts.tsx')
export const CostPerDay = lazyPart(load, 'CostPerDay')
export const EntriesPerDay = lazyPart(load, 'EntriesPerDay')

/** Charts of days, and below them the numbers of each day that has entries, the newest first. */
export function DrawnDays({ groups, zone, children }: DrawnDaysProps) {
  return (
    <>
      <CatchBoundary getResetKey={() => 'charts'} errorComponent={Failure}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </CatchBoundary>
      <Disclosure label={ledgerTexts.days}>
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
      </Disclosure>
    </>
  )
}

type DrawnDaysProps = Pick<WorkLedgerSummary, 'groups'> & { zone: string; children: ReactNode }
