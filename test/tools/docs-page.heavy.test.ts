import { writeFile, stat, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import express from 'express'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { mountDocumentation } from '../../server/pipeline/documentation.ts'
import { loadIntegrationTypes, integrationTypesFolder } from '../../contract/integration-type-files.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { buildPage } from '../../tools/docs/build.ts'
import { describeContract } from '../../tools/docs/document.ts'
import { operationPath } from '../../tools/docs/markdown.ts'
import { documentedOperations } from '../../tools/docs/operations.ts'
import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { expectAccessible } from '../console/visit.ts'

const { document } = await readContract()
const operations = documentedOperations(document)
const mostBytes = 4_000_000
const searchItem = 'a[data-component-name="Search/SearchItem"]'

let service: TestService
let folder: string
let file: string

beforeAll(async () => {
  await buildPage(document)
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'docs-page-'))
  file = join(folder, 'page.html')
  const { text } = await service.request('/docs', { role: null })
  await writeFile(file, text)
})

afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

test('the page is smaller than 4 MB', async () => {
  expect((await stat(file)).size).toBeLessThan(mostBytes)
})

test('it is one page that asks nothing of any other host', async () => {
  const { status, headers, text } = await service.request('/docs', { role: null })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/html/)
  expect(text).toContain('Instance Administration')
  expect(text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(https?:)?\/\//)
  expect(text).toMatch(/__redoc_options = \{[^;]*"disableTelemetry":true/)
})

test('where it is not built, /docs says what to do', async () => {
  const app = express()
  mountDocumentation(app, await readContract(), join(folder, 'nowhere.html'))
  const server = createServer(app)
  const port = await listen(server, 0, '127.0.0.1')
  const answer = await fetch(`http://127.0.0.1:${port}/docs`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toMatch(/run "npm run docs" .* copy the folder \.build/)
  await drain(server, 0)
})

test.runIf(process.env['CI'])('CI has a browser to open the page with', () => {
  expect(chromiumPath, 'Install chromium: apt-get install chromium').not.toBeNull()
})

describe.skipIf(chromiumPath === null)('in a browser (skipped where no chromium is installed)', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium(chromiumPath ?? '')
  })
  afterAll(() => browser.close())

  describe.each([
    { place: 'from the server, under its policy', url: () => `${service.baseUrl}/docs`, offline: false },
    { place: 'from a file, without a network', url: () => pathToFileURL(file).href, offline: true },
  ])('$place', ({ url, offline }) => {
    let visit: Visit

    beforeAll(async () => {
      visit = await open(browser, url(), { offline })
    })
    afterAll(() => visit.page.context().close())

    test(`its search finds ${offline ? 'every operation' : 'an operation'} by its summary`, async () => {
      const { page } = visit
      await openSearch(page)
      // The page is the same: once through all of them is enough.
      for (const { id, tag, summary } of offline ? operations : operations.slice(0, 2)) {
        await search(page, '')
        await page.locator(searchItem).first().waitFor({ state: 'hidden' })
        await search(page, summary)
        const item = page.locator(`${searchItem}[href="${operationPath(tag, id)}"]`)
        await item.waitFor({ timeout: 60_000 })
        expect(await item.innerText()).toContain(summary)
      }
      await page.keyboard.press('Escape')
    })

    test('it has the sections beside the operations', async () => {
      const menu = await visit.page.locator('.menu-content').innerText()
      const tags = asArray(describeContract(document)['tags']).map((tag) => asString(asObject(tag)['name']))
      const some = ['Users', 'Flows', 'Life cycles', 'Error codes', 'CRM and sales']
      expect(tags).toEqual(expect.arrayContaining(some))
      for (const tag of tags) expect(menu.split('\n')).toContain(tag)
    })

    test('an operation has its badges, and samples in TypeScript and for curl', async () => {
      const { page } = visit
      const section = await goTo(page, '#/integrations/createintegration')
      expect(await badgesOf(section)).toEqual(['documented', 'Administrator', 'Editor'])
      const security = (await section.innerText()).replaceAll(/\s+/g, ' ')
      expect(security).toContain('(Role: Administrator ) or identityProvider(Role: Editor )')
      expect(security).not.toMatch(/scope/i)
      const samples = section.locator('.panel-request-samples')
      await expect.poll(() => samples.innerText()).toContain('acme.integrations.create({')
      await samples.getByText('TypeScript', { exact: true }).click()
      await page.getByText('curl', { exact: true }).click()
      await expect.poll(() => samples.innerText()).toContain('"$BASE_URL/instances/demo/integrations"')
    })

    test('the moves of a life cycle lead to their operations', async () => {
      const section = await goTo(visit.page, '#/life-cycles/integrations')
      await section.getByRole('link', { name: 'Disable an integration' }).first().click()
      await visit.page.locator('[data-section-id="/integrations/disableintegration"] h2').waitFor()
      expect(visit.page.url()).toBe(`${url()}#/integrations/disableintegration`)
    })

    test('nothing was asked of anybody, and nothing went wrong', () => {
      expect(visit.requests).toEqual([url()])
      expect(visit.complaints).toEqual([])
    })
  })

  describe('what a reader finds', () => {
    let page: Page

    beforeAll(async () => {
      page = (await open(browser, `${service.baseUrl}/docs`, {})).page
    })
    afterAll(() => page.context().close())

    test.each([
      ['#/work-ledger/listworkledgerentries', ['inferred', 'Viewer', 'Manager', 'Administrator']],
      ['#/twu-models/archivetwumodelversion', ['decided D-22', 'Administrator', 'Editor']],
    ])('%s has its badges', async (path, badges) => {
      expect(await badgesOf(await goTo(page, path))).toEqual(badges)
    })

    test('a flow links its steps to the operations', async () => {
      const section = await goTo(page, '#/flows/connect-and-test-an-integration')
      const links = await section.locator('ol > li a').all()
      const steps = await Promise.all(links.map((link) => link.getAttribute('href')))
      expect(steps).toContain('#/integrations/testintegration')
      expect(steps.length).toBeGreaterThan(4)
    })

    test('an integration type has its fields as the contract has them, and says which are secret', async () => {
      const section = await goTo(page, '#/crm-and-sales/salesforce')
      const rows = await drawnRows(section)
      const { fields = [] } = loadIntegrationTypes(integrationTypesFolder).get('SALESFORCE') ?? {}
      expect(rows.map((row) => /\tsecret,/.test(row))).toEqual(fields.map(({ secret }) => secret))
      for (const [index, { key, pattern = '' }] of fields.entries()) {
        expect(rows[index]).toContain(key)
        expect(rows[index]).toContain(pattern)
      }
    })

    test('an error code has its meaning and the operations that answer with it', async () => {
      const section = await goTo(page, '#/error-codes/409-conflict')
      const rows = await drawnRows(section)
      expect(rows).toContainEqual(
        expect.stringMatching(/^draft_exists\s+The TWU model has a draft already\.\s+Create a new version$/),
      )
    })

    test('badges of origins and decisions are shown to whoever wants them', async () => {
      const badge = (await goTo(page, '#/users/createuser')).getByText('documented', { exact: true }).first()
      await badge.waitFor({ state: 'hidden' })
      await page.getByLabel('Show where each part comes from').check()
      await badge.waitFor()
      await expectAccessible(page)
      await page.getByLabel('Show where each part comes from').uncheck()
    })

    test.each(['#/crm-and-sales/salesforce', '#/life-cycles/integrations', '#/error-codes/409-conflict'])(
      '%s can be read by everybody',
      async (path) => {
        await goTo(page, path)
        await expectAccessible(page)
      },
    )

    test('it fits a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      for (const path of ['#/users/createuser', '#/crm-and-sales/salesforce', '#/life-cycles/integrations']) {
        await goTo(page, path)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      }
    })
  })
})

async function open(browser: Browser, url: string, { offline = false }: { offline?: boolean }): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, offline })
  const page = await context.newPage()
  const visit: Visit = { page, requests: [], complaints: [] }
  page.on('request', (request) => {
    // What the page made itself: data in it, and scripts of its own for workers.
    if (!/^(data|blob):/.test(request.url())) visit.requests.push(request.url().replace(/#.*/, ''))
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) visit.complaints.push(message.text())
  })
  page.on('pageerror', (error) => visit.complaints.push(String(error)))
  await page.goto(url)
  return visit
}

/** The index is there when the field says how to open it. */
async function openSearch(page: Page): Promise<void> {
  await page.getByText('Search Ctrl+K').waitFor({ timeout: 60_000 })
  await page.clock.install()
  await page.keyboard.press('Control+k')
}

/** Nobody waits for the rest that the field leaves those who type. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search docs...').fill(text)
  await page.clock.fastForward(1000)
}

/** The section, when it is there: those far from where the reader is are not drawn. */
async function goTo(page: Page, path: string) {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`)
  const section = page.locator(`[data-section-id="${path.slice(1)}"]`)
  await section.locator('h2').first().waitFor({ timeout: 60_000 })
  return section
}

/** The texts of the section's rows. The browser draws a section's rows later than its heading. */
async function drawnRows(section: Locator): Promise<string[]> {
  const rows = section.locator('tbody tr')
  await expect.poll(() => rows.first().innerText(), { timeout: 60_000 }).not.toBe('')
  return rows.allInnerTexts()
}

async function badgesOf(section: Locator): Promise<string[]> {
  return section.locator('h2').first().locator('[data-component-name="Tag/Tag"]').allTextContents()
}

interface Visit {
  page: Page
  /** Addresses that the page asked for. */
  requests: string[]
  /** Errors and warnings of the console, breaches of the policy among them. */
  complaints: string[]
}
