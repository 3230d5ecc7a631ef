import { pino } from 'pino'
import { expect } from 'vitest'
import { chooseDirectory } from '../../server/identity/choose-directory.ts'
import type { Accounts } from '../../server/identity/sync-account.ts'
import { directorySettings, startCompany, type CompanyOptions } from './programs/company/company.ts'
import { startTestService } from './service.ts'

/** A company, a service whose accounts are there, and what the job that syncs accounts has. */
export async function startCompanyService(options: CompanyOptions) {
  const company = await startCompany(options)
  const settings = directorySettings(options.kind, company.url)
  const { oidcIssuer: _, ...overrides } = settings
  const service = await startTestService(overrides, { jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 } })
  const directory = await chooseDirectory(settings)
  if (!directory) throw new Error('Nobody keeps the accounts.')
  const accounts: Accounts = { db: service.db, directory, log: pino({ level: 'silent' }) }
  // The job works when a test says so, and never in the midst of another.
  await service.db('pgboss.schedule').delete()
  const close = async () => {
    expect(company.faults).toEqual([])
    await service.close()
    await company.close()
  }
  return { company, service, accounts, close }
}
