import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../sdk/src/index.ts'
import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import { startTestMock } from '../helpers/programs/mock.ts'
import { hasBrowser } from './package/web-app.ts'

/** Tabs of one browser, whose connections to a server over HTTP/1.1 are six. */
describe.skipIf(!hasBrowser)('eight tabs over HTTP/1.1', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'live-app-'))
  let mock: Awaited<ReturnType<typeof startTestMock>>
  let app: Awaited<ReturnType<typeof preview>>
  let browser: Browser
  let pages: Page[] = []
  const open = new Set<object>()
  beforeAll(async () => {
    mock = await startTestMock()
    const sources = fileURLToPath(new URL('../../sdk/src/', import.meta.url))
    const alias = {
      '@instance-admin/sdk/react-query/live': `${sources}react-query/live.ts`,
      '@instance-admin/sdk/react-query': `${sources}react-query/index.ts`,
      '@instance-admin/sdk': `${sources}index.ts`,
    }
    const common = {
      root: fileURLToPath(new URL('live-app', import.meta.url)),
      configFile: false,
      logLevel: 'error',
    } as const
    const out = { outDir, emptyOutDir: true }
    await build({ ...common, resolve: { alias }, build: out })
    app = await preview({ ...common, build: out, preview: { host: '127.0.0.1', port: 0 } })
    browser = await launchChromium(chromiumPath ?? '')
    const context = await browser.newContext()
    context.on('request', (request) => request.url().includes('/changes/stream') && open.add(request))
    context.on('requestfinished', (request) => open.delete(request))
    context.on('requestfailed', (request) => open.delete(request))
    pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
    const url = new URL(app.resolvedUrls?.local[0] ?? '')
    url.searchParams.set('api', mock.url)
    for (const page of pages) await page.goto(url.href)
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
    await mock.stop()
    rmSync(outDir, { recursive: true })
  })

  async function expectSeenByAll(name: string): Promise<void> {
    const { agents } = createClient({ baseUrl: mock.url, token: 'any' }).instance('acme')
    await agents.create({ name, type: 'HUMAN', active: true })
    await Promise.all(pages.map((page) => page.getByText(name).waitFor({ timeout: 2000 })))
  }

  test('share one stream, and show what somebody changed within 2 s', async () => {
    await expect.poll(() => open.size).toBe(1)
    await expectSeenByAll('Grace')
    expect(open.size).toBe(1)
  })

  test('go on when the one with the stream is closed', async () => {
    await pages.shift()?.close()
    await expect.poll(() => open.size).toBe(1)
    await expectSeenByAll('Linus')
  })
})

if (!hasBrowser) console.warn(`No tabs are tried, since there is no chromium.`)
