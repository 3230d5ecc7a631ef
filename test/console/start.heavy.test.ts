import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { spawnChild } from '../helpers/programs/child.ts'
import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { copyTree, type Copy } from '../walks/copy.ts'
import { hasBrowser } from './house.ts'

/** The first five minutes: `npm start` in a new clone, and a browser. The tests build on each other. */

let copy: Copy
let start: ReturnType<typeof startIn>
let browser: Browser
beforeAll(async () => {
  copy = copyTree()
  start = startIn(copy)
  browser = await launchChromium(chromiumPath ?? '')
})
afterAll(async () => {
  await browser.close()
  await start.stop()
  copy.remove()
})

test('the first npm start builds the console and the reference, and says who signs in', async () => {
  const output = await start.greeted()
  expect(output).toContain('Building the console and the reference, once, in some seconds\nBuilt in ')
  expect(output).toMatch(/Sign in as +ada, with the one-time password \S{12}\n/)
})

test.runIf(hasBrowser)('the page at / leads to the console, the reference and the contract', async () => {
  const { page, complaints } = await newPage()
  await page.goto((await start.addressOf('Instance administration')) ?? '')
  const links = await page.getByRole('link').all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    '/console/',
    '/docs',
    '/openapi.json',
  ])
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.getByRole('heading', { name: /^Instance Administration/ }).waitFor()
  expect(complaints).toEqual([])
})

test.runIf(hasBrowser)(
  'ada signs in with the one-time password, and sees the users where she wanted to go',
  async () => {
    const { page, complaints } = await newPage()
    const password = /one-time password (\S+)/.exec(await start.greeted())?.[1] ?? ''
    await page.goto(`${await start.addressOf('Console')}/users?search=hopper&enabled=true`)
    await page.getByLabel('Username or email').fill('ada')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button').click()
    await page.getByLabel('New password', { exact: true }).fill('my own long password')
    await page.getByLabel('New password again').fill('my own long password')
    await page.getByRole('button').click()
    await page.getByText('grace.hopper@example.com').waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/demo/users')
    expect(new URL(page.url()).search).toBe('?search=hopper&enabled=true')
    await page.getByRole('link', { name: /grace/i }).first().click()
    const heading = page.getByRole('heading', { level: 1, name: /grace/i })
    await heading.waitFor()
    await page.reload()
    await heading.waitFor()
    expect(complaints).toEqual([])
  },
)

test('the next start builds nothing, and knows that she has chosen her password', async () => {
  const built = () => statSync(join(copy.folder, '.build/console/index.html')).mtimeMs
  const before = built()
  await start.stop()
  start = startIn(copy)
  const output = await start.greeted()
  expect(output).not.toContain('Building')
  expect(built()).toBe(before)
  expect(output).toMatch(/Sign in as +ada, with the password that you chose/)
})

function startIn({ folder }: Copy) {
  const child = spawnChild('npm', ['start'], {
    cwd: folder,
    env: environment({ PORT: '0', MANAGEMENT_PORT: '0', IDENTITY_PORT: '0', DATA_DIR: join(folder, '.data') }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const greeted = async () => {
    await vi.waitUntil(() => /See it work.*\n/.test(output) || child.exitCode !== null, 180_000)
    return output
  }
  return {
    greeted,
    addressOf: async (name: string) => new RegExp(`${name} +(\\S+)`).exec(await greeted())?.[1],
    async stop() {
      if (child.exitCode !== null) return
      // npm does not pass SIGTERM on.
      process.kill(Number(/"pid":(\d+)/.exec(output)?.[1]), 'SIGTERM')
      await once(child, 'close')
    },
  }
}

async function newPage(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale: 'en' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}
