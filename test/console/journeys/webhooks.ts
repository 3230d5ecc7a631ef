import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeWebhooks({ kind, acme, arrive }: Walk): void {
  describe('webhooks', () => {
    test('show their secret once, tell what became of a delivery, and are changed and deleted', async () => {
      const url = `https://hooks-${kind}.invalid/in`
      const { page, complaints } = await arrive('Administrator', '/webhooks')
      await page.getByText('A webhook tells an address of yours').waitFor()
      await page.getByRole('button', { name: 'New webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'New webhook' })
      await dialog.getByLabel(/^Address/).fill('http://example.com')
      await dialog.getByLabel(/^Events( \*)?$/).click()
      await page.getByRole('option', { name: 'integration.broken' }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Create webhook' }).click()
      await dialog.getByText('must be an https URL').last().waitFor()
      await expectAccessible(page)
      // Nothing was sent, so nothing was refused.
      expect(complaints).toEqual([])
      await dialog.getByLabel(/^Address/).fill(url)
      await dialog.getByRole('button', { name: 'Create webhook' }).click()

      const shown = page.getByRole('dialog', { name: 'The secret, shown only once' })
      const secret = await shown.getByLabel('Secret').inputValue()
      expect(secret).toMatch(/^whsec_/)
      await expectAccessible(page)
      await shown.getByRole('button', { name: 'Close' }).click()
      await shown.waitFor({ state: 'hidden' })

      await page.getByRole('table', { name: 'Webhooks' }).getByRole('link', { name: url }).click()
      await page.getByText('Nothing was sent yet.').waitFor()
      await page.getByRole('button', { name: 'Send a test' }).click()
      const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /webhook\.test/ })
      await row.getByText(kind === 'mock' ? 'Host not allowed' : 'Network error').waitFor()
      await expectAccessible(page)
      await row.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('It will be sent soon.').last().waitFor()

      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('dialog', { name: 'New secret' }).getByRole('button', { name: 'New secret' }).click()
      expect(await shown.getByLabel('Secret').inputValue()).not.toBe(secret)
      await shown.getByRole('button', { name: 'Close' }).click()

      await page.getByLabel('Description').fill('For the people on call')
      await page.getByLabel('Send events').uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${url} was saved.`).waitFor()
      const [webhook] = (await acme.webhooks.list()).items
      expect(webhook).toMatchObject({ url, description: 'For the people on call', enabled: false })
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('cell', { name: 'For the people on call' }).first().waitFor()

      await page.getByRole('button', { name: `Delete ${url}` }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Delete ${url}` })
        .click()
      await page.getByText('A webhook tells an address of yours').waitFor()
      expect((await acme.webhooks.list()).items).toEqual([])
      expect(complaints).toEqual([])
    })
  })
}
