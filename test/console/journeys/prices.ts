import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describePrices({ kind, acme, arrive }: Walk): void {
  describe('prices of AI models', () => {
    test('are added where the cost of work is unknown, changed and deleted', async () => {
      const { modelId } = await acme.twuModels.create({
        name: `Prices ${kind}`,
        description: '',
        entities: [{ name: 'order' }],
        actions: [{ name: 'refund', entity: 'order', actors: ['AI'] }],
        events: [{ name: 'refunded', entity: 'order' }],
        outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))' }],
      })
      await acme.twuModels.publish(modelId)
      const [startedAt, aiModel] = [new Date().toISOString(), `new-model-${kind}`]
      const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }
      const report = (id: string) =>
        acme.executions.report(modelId, {
          id: `${kind}-${id}`,
          title: 'Priced refund',
          description: '',
          entityId: 'order-1',
          relatedEntity: 'Order 1',
          startedAt,
          status: 'completed',
          operations: [{ action: 'refund', actor: 'AI', aiModel, usage, activeTime: 30, startedAt }],
        })
      await report('unpriced')
      const { page, open, complaints } = await arrive('Administrator', `/work-ledger/${kind}-unpriced`)
      await page.getByText('excludes 1 operation of unknown cost').waitFor()
      await page.getByRole('link', { name: 'add a price' }).click()
      await page.getByRole('button', { name: `Add a price for ${aiModel} (1 operation)` }).click()
      const dialog = page.getByRole('dialog', { name: 'New price' })
      expect(await dialog.getByLabel('AI model').inputValue()).toBe(aiModel)
      await dialog.getByLabel('Output').fill('2000000')
      await dialog.getByText('Output must be at most 1000000.').waitFor()
      await dialog.getByLabel('Output').fill('12.5')
      await dialog.getByRole('button', { name: 'Save price' }).click()
      await dialog.getByText('This field is required.').waitFor()
      await expectAccessible(page)
      await dialog.getByLabel(/^Input/).fill('0.075')
      await dialog.getByRole('button', { name: 'Save price' }).click()
      const row = page.getByRole('table', { name: 'AI prices' }).getByRole('row', { name: aiModel })
      expect(await row.innerText()).toMatch(/\$0\.075\s+\$0\.075\s+\$0\.075\s+\$12\.50/)
      await page.getByText('Used in the last 30 days').waitFor({ state: 'hidden' })
      await expectAccessible(page)
      expect(await report('priced')).toMatchObject({ cost: 1.325 })

      await row.getByRole('button', { name: `Change the price of ${aiModel}` }).click()
      const price = page.getByRole('dialog', { name: `Change the price of ${aiModel}` })
      await price.getByLabel('Cached input').fill('0.01')
      await price.getByRole('button', { name: 'Save price' }).click()
      await row.getByText('$0.01').waitFor()
      await row.getByRole('button').click()
      await price.getByRole('button', { name: `Delete the price of ${aiModel}` }).click()
      const question = page.getByRole('dialog', { name: `Delete the price of ${aiModel}` })
      await question.waitFor()
      await expectAccessible(page)
      await question.getByRole('button', { name: `Delete the price of ${aiModel}` }).click()
      await row.waitFor({ state: 'hidden' })
      expect(await acme.modelPrices.list({ model: aiModel })).toMatchObject({ items: [] })
      expect(complaints).toEqual([])

      const viewer = await arrive('Viewer', '/prices')
      await viewer.page
        .getByText(`${aiModel} (2 operations)`)
        .or(viewer.page.getByText(`${aiModel} (1 operation)`))
        .waitFor()
      expect(await viewer.page.getByRole('main').getByRole('button').count()).toBe(0)
      await open(`/changes?resourceType=model_price`)
      await page.getByText(aiModel).first().waitFor()
    })
  })
}
