import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeWorkLedger({ acme, arrive }: Walk): void {
  describe('the work ledger', () => {
    test('is filtered by the address, summed up, and exported as it is filtered', async () => {
      const { page, complaints } = await arrive('Viewer', '/work-ledger?status=failed&createdFrom=2020-01-01')
      const failed = await acme.workLedger.summarise({ status: 'failed' })
      await page.getByText(`of ${failed.total.count}`).waitFor()
      await page.getByRole('main').getByLabel('Status', { exact: true }).press('ArrowDown')
      await page.getByRole('option', { name: 'Pending' }).click()
      const status = ['failed', 'pending'] as const
      const { total } = await acme.workLedger.summarise({ status })
      expect(total.count).not.toBe(failed.total.count)
      await page.getByText(`of ${total.count}`).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Charts', { exact: true }).click()
      await page.locator('svg.recharts-surface').first().waitFor()
      await expectAccessible(page)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('work-ledger-acme.csv')
      const lines = await text(await download.createReadStream())
      expect(lines.trim().split('\n').length).toBe(total.count + 1)

      await page.getByLabel('Policy').selectOption('Review required')
      await page.waitForURL(/policyStatus=review_required/)
      // The rows before stay until the new ones are there.
      const reviewed = await acme.workLedger.summarise({ status, policyStatus: 'review_required' })
      expect(reviewed.total.count).not.toBe(total.count)
      await page.getByText(new RegExp(`of ${reviewed.total.count}$`)).waitFor()
      await page.getByRole('table', { name: 'Work ledger' }).getByRole('link').first().click()
      await page.getByText('Review required').first().waitFor()
      await expectAccessible(page)
      await page.goBack()
      expect(await page.getByLabel('Policy').inputValue()).toBe('review_required')
      expect(complaints).toEqual([])
    })

    test('reads nothing from an address that it does not know', async () => {
      const { page } = await arrive('Viewer', '/work-ledger?status=nonsense&foo=1&costMin=much&period=all')
      const { total } = await acme.workLedger.summarise()
      await page.getByText(`20 of ${total.count}`, { exact: true }).waitFor()
    })
  })
}
