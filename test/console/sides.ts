import type { Page } from 'playwright-core'
import { createClient, type Resources, type Role } from '../../sdk/src/index.ts'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'
import { generateEntries } from '../../sdk/src/testing/world/generate-entries.ts'
import { writeEntries } from '../../server/ledger/write-entries.ts'
import { startTestMock } from '../helpers/programs/mock.ts'
import { startDevelopment } from '../sdk/package/web-app.ts'

/** What the console works on, with an instance `acme` that has a ledger of 300 entries. */
export interface Side {
  baseUrl: string
  issuer: string
  /** With the role of an administrator. */
  acme: Resources
  /** From the sign-in page on, which the console has led to, until the console is back. */
  signIn: (page: Page, role: Role) => Promise<void>
  stop: () => Promise<void>
}

export const sides = { mock: startMockSide, server: startServerSide }

async function startMockSide(): Promise<Side> {
  const mock = await startTestMock({ seedFor: () => ({ workLedger: ledger }), checkAfterMs: 500 })
  return {
    baseUrl: mock.url,
    issuer: mock.url,
    acme: createClient({ baseUrl: mock.url, token: 'any' }).instance('acme'),
    signIn: (page, role) => page.getByRole('link', { name: role }).click(),
    stop: () => mock.stop(),
  }
}

/** Whoever signs in is a new user with a temporary password, who has to choose another. */
async function startServerSide(): Promise<Side> {
  const development = await startDevelopment(async (db) => {
    await writeEntries(
      db,
      'acme',
      ledger.map((entry) => toWorkLedgerRow('acme', entry)),
    )
  })
  const { baseUrl, issuer, token } = development
  const acme = createClient({ baseUrl, token }).instance('acme')
  let people = 0
  return {
    baseUrl,
    issuer,
    acme,
    async signIn(page, role) {
      const username = `person-${(people += 1)}`
      const temporaryPassword = 'correct-horse-battery'
      const email = `${username}@example.com`
      await acme.users.create({ username, email, name: 'Person', roles: [role], temporaryPassword })
      await page.getByLabel('Username or email').fill(username)
      await page.getByLabel('Password').fill(temporaryPassword)
      await page.getByRole('button').click()
      await page.getByLabel('New password', { exact: true }).fill('my own long password')
      await page.getByLabel('New password again').fill('my own long password')
      await page.getByRole('button').click()
    },
    stop: () => development.stop(),
  }
}

const ledger = [...generateEntries({ seed: 1, count: 300, until: new Date('2026-11-20T12:00:00.000Z') })]
