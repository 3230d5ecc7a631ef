import axe, { type AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../sdk/src/index.ts'
import { startTestMock } from '../helpers/programs/mock.ts'
import { hasBrowser, openPage, type OpenPage } from '../sdk/package/web-app.ts'

describe.skipIf(!hasBrowser)('the panel in Chromium', () => {
  let mock: Awaited<ReturnType<typeof startTestMock>>
  let browser: OpenPage
  beforeAll(async () => {
    mock = await startTestMock()
    browser = await openPage()
  })
  afterAll(async () => {
    await browser.close()
    await mock.stop()
  })

  test('makes a call slow, faulty and forbidden without a line of code, by keyboard alone', async () => {
    const { page, complaints } = browser
    const viewer = createClient({ baseUrl: mock.url, token: 'Viewer.1', maxRetries: 0 }).instance('demo')
    await viewer.agents.list()
    await page.goto(`${mock.url}/__mock`)
    await page.getByLabel('Session').selectOption('Viewer.1')
    await page.getByLabel('Operation').selectOption('listAgents')
    await page.getByRole('button', { name: 'Choose' }).press('Enter')
    await page.getByLabel('Answer', { exact: true }).selectOption('503 temporarily_unavailable')
    await page.getByLabel('Answer', { exact: true }).press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('the next call of listAgents is answered').waitFor()
    await expect(viewer.agents.list()).rejects.toMatchObject({ status: 503 })

    await page.getByLabel('Delay').fill('300')
    await page.getByLabel('Role').selectOption('Recorder')
    await page.getByLabel('Role').press('Tab')
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
    const started = performance.now()
    await expect(viewer.agents.list()).rejects.toMatchObject({ code: 'role_missing' })
    expect(performance.now() - started).toBeGreaterThan(290)

    await page.getByRole('link', { name: 'Look again' }).click()
    expect(await page.locator('#requests').getByRole('row').allTextContents()).toHaveLength(4)

    await page.getByLabel('Delay').fill('soon')
    await page.getByLabel('Delay').press('Enter')
    await page.getByRole('alert').getByText('A delay is in milliseconds, such as 500').waitFor()
    expect(await page.getByLabel('Delay').inputValue()).toBe('soon')
    complaints.splice(
      complaints.findIndex((text) => text.includes('400')),
      1,
    )
    expect(complaints).toEqual([])
  })

  test.each([390, 1280])(
    'shows status and choice of each request at %i pixels, however long its path',
    async (width) => {
      const { page } = browser
      await createClient({ baseUrl: mock.url, token: 'Viewer.2' })
        .instance('demo')
        .agents.list({ name: 'a'.repeat(190) })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${mock.url}/__mock`)
      const row = page.locator('#requests tbody tr').first()
      for (const cell of [row.getByText('200', { exact: true }), row.getByRole('link', { name: 'listAgents' })]) {
        const { x = -1, width: wide = 0 } = (await cell.boundingBox()) ?? {}
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + wide).toBeLessThanOrEqual(width)
      }
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    },
  )

  test.each(['light', 'dark'] as const)('has nothing that axe finds, at 390 pixels and %s', async (colorScheme) => {
    const { page } = browser
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${mock.url}/__mock?operation=createUser`)
    // The policy of the page allows no script.
    const { violations } = await page.evaluate<AxeResults>(`${axe.source}; axe.run()`)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    expect(isWide).toBe(false)
  })
})
