import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build, preview } from 'vite'
import { startMock } from '../mocks/mock.ts'
import { createClient, type Resources } from '../sdk/src/index.ts'
import { seedWorld } from '../sdk/src/testing/world/index.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { installPackedSdk } from './packed-sdk.ts'

const usage = `npm run console:pictures [-- <options>]

Takes a picture of every screen and dialog of the console, on the mock, at 390, 1280 and 1600 pixels, light and dark. It
needs chromium.

  --output <folder>  Default: .build/pictures
  --only <text>      only the screens whose name has this text
  --language <en|de> Default: en
  --help`

async function main({ output, only, language }: Options): Promise<number> {
  await using stops = new AsyncDisposableStack()
  const world = seedWorld(1, new Date().toISOString())
  const mock = await startMock({
    host: '127.0.0.1',
    port: 0,
    only: null,
    seedFor: () => world,
    log: pino({ level: 'silent' }),
  })
  stops.defer(() => mock.stop())
  await installPackedSdk(consoleFolder)
  Object.assign(process.env, { VITE_API_URL: mock.url, VITE_ISSUER: mock.url })
  const site = { root: consoleFolder, logLevel: 'error', build: { outDir: resolve('.build/console-on-mock') } } as const
  await build({ ...site, build: { ...site.build, emptyOutDir: true } })
  const server = await preview({ ...site, preview: { host: '127.0.0.1', port: 0 } })
  stops.defer(() => server.close())
  const [address = ''] = server.resolvedUrls?.local ?? []
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox'] })
  stops.defer(() => browser.close())

  const folder = resolve(output)
  await mkdir(folder, { recursive: true })
  const screens = await listScreens(createClient({ baseUrl: mock.url, token: 'any' }).instance('demo'))
  for (const width of [390, 1280, 1600])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await signIn(browser, address, { width, colorScheme, language })
      for (const [name, screen] of Object.entries(screens).filter(([name]) => name.includes(only))) {
        await page.goto(`${address}demo${screen.path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('.mantine-Loader-root').first().waitFor({ state: 'hidden' })
        // The bars of a chart are drawn a moment after their data is there.
        await page.waitForTimeout(500)
        await screen.prepare?.(page)
        if (screen.prepare) await page.waitForTimeout(500)
        // A window is as high as the page, but where something stays in view as somebody scrolls.
        const high =
          screen.prepare || screen.scrolls ? 0 : await page.evaluate<number>('document.documentElement.scrollHeight')
        await page.setViewportSize({ width, height: Math.max(high, heightOf(width)) })
        await page.waitForTimeout(200)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
        await page.setViewportSize({ width, height: heightOf(width) })
      }
      await page.context().close()
    }
  console.log(folder)
  return 0
}

async function signIn(browser: Browser, address: string, { width, colorScheme, language }: View): Promise<Page> {
  const viewport = { width, height: heightOf(width) }
  const context = await browser.newContext({ viewport, colorScheme, locale: language, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${address}demo`)
  await page.getByRole('link', { name: 'Administrator' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

function heightOf(width: number): number {
  return width < 600 ? 844 : 900
}

/** Every screen, with one of what it shows. What is behind a button is opened by it. */
async function listScreens(demo: Resources): Promise<Record<string, Screen>> {
  const [user, other] = (await demo.users.list()).items
  const [agent] = (await demo.agents.list()).items
  const { groups } = await demo.workLedger.summarise({ groupBy: 'agent', status: 'failed' })
  const [integration] = (await demo.integrations.list({ status: 'error' })).items
  const published = (await demo.twuModels.list({ status: 'published' })).items.find(
    ({ version, draftVersion }) => version > 1 && draftVersion === null,
  )
  const [draft] = (await demo.twuModels.list({ status: 'DRAFT' })).items
  const [entry] = (await demo.workLedger.list({ policyStatus: 'review_required', actors: 'AI' })).items
  if (!agent || !user || !other) throw new Error('The sample world has agents and users.')
  await demo.agents.update(agent.id, { ...agent, priority: 'high' })
  await demo.users.update(other.id, { enabled: false })
  await demo.modelPrices.set({ model: 'gpt-5', validFrom: '2026-11-01', input: 1.1, cachedInput: 0.11, output: 9 })
  await demo.users.update(user.id, { roles: ['Administrator', 'Manager'] })
  const webhook = await demo.webhooks.create({
    url: 'https://shop.example.com/hooks/work',
    events: ['work_ledger.flagged', 'integration.broken'],
    enabled: true,
  })
  await demo.webhooks.test(webhook.id)
  const first = async (page: Page) => page.locator('main button').first().click()
  return {
    overview: { path: '' },
    users: { path: '/users' },
    'users-none': { path: '/users?search=nobody' },
    'user-new': { path: '/users', prepare: first },
    user: { path: `/users/${user.id}` },
    agents: { path: '/agents' },
    'agent-new': { path: '/agents', prepare: first },
    agent: { path: `/agents/${agent.id}` },
    'agent-history': { path: `/agents/${agent.id}#history` },
    'agent-delete': { path: `/agents/${agent.id}`, prepare: first },
    'agent-work': { path: `/agents/${groups[0]?.key}/work` },
    integrations: { path: '/integrations' },
    'integration-new': { path: '/integrations', prepare: first },
    integration: { path: `/integrations/${integration?.id}` },
    models: { path: '/twu-models' },
    model: { path: `/twu-models/${published?.modelId}` },
    version: { path: `/twu-models/${published?.modelId}/draft/${published?.version}` },
    draft: { path: `/twu-models/${draft?.modelId}/draft/${draft?.version}` },
    comparison: { path: `/twu-models/${published?.modelId}/compare?from=1&to=${published?.version}` },
    ledger: { path: '/work-ledger' },
    'ledger-charts': { path: '/work-ledger', prepare: (page) => page.getByText('Charts', { exact: true }).click() },
    'ledger-year': { path: '/work-ledger?createdFrom=2026-01-01' },
    entry: { path: `/work-ledger/${entry?.id}` },
    reviews: { path: '/reviews', scrolls: true },
    prices: { path: '/prices' },
    'price-new': { path: '/prices', prepare: first },
    changes: { path: '/changes' },
    webhooks: { path: '/webhooks' },
    'webhook-new': { path: '/webhooks', prepare: first },
    webhook: { path: `/webhooks/${webhook.id}` },
    'not-found': { path: '/nonsense' },
  }
}

const consoleFolder = fileURLToPath(new URL('../console', import.meta.url))

await runCommand(main, {
  usage,
  options: {
    output: { type: 'string', default: '.build/pictures' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
  },
})

interface Screen {
  path: string
  /** Whether something of it stays in view as somebody scrolls. */
  scrolls?: boolean
  prepare?: (page: Page) => Promise<void>
}

interface View {
  width: number
  colorScheme: 'light' | 'dark'
  language: string
}

interface Options {
  output: string
  only: string
  language: string
}
