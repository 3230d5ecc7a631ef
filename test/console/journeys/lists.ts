import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeLists({ kind, house, acme, arrive }: Walk): void {
  describe('every list', () => {
    test('goes on to the next page, and shows what others change', async () => {
      const name = `Pager ${kind}`
      for (let at = 0; at < 21; at += 1)
        await acme.agents.create({ name: `${name} ${at}`, type: 'HUMAN', active: true })
      const { page } = await arrive('Viewer', `/agents?name=${encodeURIComponent(name)}`)
      await page.getByText('20 of 21', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText('21 of 21', { exact: true }).waitFor()
      expect(await page.getByRole('row').count()).toBe(22)
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)

      await acme.agents.create({ name: `${name} of somebody else`, type: 'HUMAN', active: true })
      await page.getByText('22 of 22', { exact: true }).waitFor()
    })

    test('says that the service is away, with the id of the request, and tries again', async () => {
      const { page, open } = await arrive('Viewer')
      const problem = {
        detail: 'The service is busy.',
        code: 'temporarily_unavailable',
        requestId: 'request-1',
      }
      const agents = `${house.side.baseUrl}/instances/acme/agents**`
      await page.route(agents, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '0', 'X-Request-Id': 'request-1' },
          json: {
            type: 'urn:instance-admin:problem:temporarily_unavailable',
            title: 'x',
            status: 503,
            instance: '/',
            errors: [],
            ...problem,
          },
        }),
      )
      await open('/agents')
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText()).toMatch(/The service is busy\.[^]*request-1/)
      await expectAccessible(page)
      await page.unroute(agents)
      const retry = alert.getByRole('button', { name: 'Try again' })
      // What others change makes the page read again by itself, perhaps before the button is pressed.
      await retry.click({ timeout: 5000 }).catch(() => {})
      await page.getByRole('table', { name: 'Agents' }).waitFor()
      expect(await alert.count()).toBe(0)
    })

    test('begins by itself when there is a network again', async () => {
      const { page, open } = await arrive('Viewer')
      const me = /\/acme\/me$/
      await page.route(me, (route) => route.abort())
      await open('/agents')
      await page.getByRole('alert').waitFor()
      await page.context().setOffline(true)
      await page.unroute(me)
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: 'Agents' }).waitFor()
    })

    test('stays on the screen without a network, and goes on with it', async () => {
      await acme.agents.create({ name: `Offline ${kind}`, type: 'HUMAN', active: true })
      const { page } = await arrive('Viewer', `/agents?name=Offline`)
      await page.getByText(`Offline ${kind}`).waitFor()
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await page.getByText(`Offline ${kind}`).waitFor()
      await expectAccessible(page)
      await page.context().setOffline(false)
      await page.getByText('You are offline.').waitFor({ state: 'hidden' })
      await acme.agents.create({ name: `Offline ${kind} again`, type: 'HUMAN', active: true })
      await page.getByText(`Offline ${kind} again`).waitFor()
    })
  })
}
