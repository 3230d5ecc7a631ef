import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { Role } from '../../sdk/src/index.ts'
import type { Side } from './sides.ts'

/** Somebody at the console in a browser without history. */
export interface Visit {
  page: Page
  /** What the page complained about: on its console, or by an error that nothing caught. */
  complaints: string[]
  /** Goes to a path of the instance `acme`. */
  open: (path: string) => Promise<void>
}

/** Signs in with a role, on the way to a path of the instance. */
export async function visit(house: House, role: Role, path = '', timezoneId = 'UTC'): Promise<Visit> {
  const { browser, url, side } = house
  const context = await browser.newContext({
    locale: 'en',
    timezoneId,
    viewport: { width: 1200, height: 800 },
    reducedMotion: 'reduce',
  })
  // Pages follow the changes of each other's tests: many of them keep a machine busy.
  onTestFinished(() => context.close())
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${url}/acme${path}`)
  await side.signIn(page, role)
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return { page, complaints, open: async (path) => void (await page.goto(`${url}/acme${path}`)) }
}

/** The console, and what it works on. */
export interface House {
  browser: Browser
  url: string
  side: Side
}

/** What every journey through the console begins with. */
export interface Walk {
  kind: 'mock' | 'server'
  house: House
  /** The client of the instance that the console shows. */
  acme: Side['acme']
  /** Signs in with a role, on the way to a path of the instance. */
  arrive: (role: Role, path?: string) => Promise<Visit>
}

/** Fails for everything that axe finds on the page, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect(found, `${colorScheme}: ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
