import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Walk } from '../visit.ts'

export function describeTwoPages({ kind, house, acme, arrive }: Walk): void {
  describe('two pages', () => {
    const save = async (page: Page, name: string) => {
      await page.getByRole('main').getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${name} was saved.`).waitFor()
    }
    const expectSeen = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor({ timeout: 20_000 })

    async function expectLive(of: string, open: (path: string) => Promise<[Page, Page]>): Promise<void> {
      const { id } = await acme.agents.create({ name: `${of} ${kind}`, type: 'HUMAN', active: true })
      const [one, other] = await open(`/agents/${id}`)
      await other.getByRole('heading', { name: `${of} ${kind}` }).waitFor()
      await save(one, `${of} ${kind}, from one`)
      await expectSeen(other, `${of} ${kind}, from one`)
      await save(other, `${of} ${kind}, from the other`)
      await expectSeen(one, `${of} ${kind}, from the other`)
    }

    test('of two browsers show within 2 s what is changed in the other', async () => {
      await expectLive('Apart', async (path) => [
        (await arrive('Administrator', path)).page,
        (await arrive('Administrator', path)).page,
      ])
    })

    test('of one browser do so with one stream', async () => {
      const streams: string[] = []
      await expectLive('Together', async (path) => {
        const { page } = await arrive('Administrator', path)
        await page.getByRole('heading', { name: 'Together' }).waitFor()
        const tab = await page.context().newPage()
        tab.on('request', (request) => request.url().includes('/changes/stream') && streams.push(request.url()))
        await tab.goto(`${house.url}/acme${path}`)
        // The mock asks in each tab who it is.
        if (kind === 'mock') await house.side.signIn(tab, 'Administrator')
        return [page, tab]
      })
      expect(streams).toEqual([])
    })
  })
}
