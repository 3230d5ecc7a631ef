import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { ledgerTexts } from '../../texts/ledger.ts'
import { Days } from './work-ledger-days.tsx'

/** Charts of days, which come with the library that draws; below them are the numbers. */
export function DrawnDays({ groups, zone, children }: DrawnDaysProps) {
  return (
    <>
      <CatchBoundary getResetKey={() => 'charts'} errorComponent={Failure}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </CatchBoundary>
      <Disclosure label={ledgerTexts.days}>
        <Days groups={groups} zone={zone} />
      </Disclosure>
    </>
  )
}

type DrawnDaysProps = Pick<WorkLedgerSummary, 'groups'> & { zone: string; children: ReactNode }
