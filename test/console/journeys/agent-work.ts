import { describe, expect, test } from 'vitest'
import { expectAccessible, type Walk } from '../visit.ts'

export function describeAgentWork({ kind, acme, arrive }: Walk): void {
  describe('the work of agents', () => {
    test('tells which one cost most this month, and why it failed', async () => {
      const { modelId } = await acme.twuModels.create({
        name: `Agents ${kind}`,
        description: '',
        entities: [{ name: 'order' }],
        actions: [{ name: 'refund', entity: 'order', actors: ['AI', 'HUMAN'] }],
        events: [{ name: 'refunded', entity: 'order' }],
        outcomes: [{ name: 'spent', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
      })
      await acme.twuModels.publish(modelId)
      const [dear, cheap] = await Promise.all(
        ['Dear', 'Cheap'].map((name) =>
          acme.agents.create({ name: `${name} ${kind}`, type: 'AI', active: true, model: 'claude-sonnet-4-5' }),
        ),
      )
      const startedAt = new Date().toISOString()
      const usage = { inputTokens: 4000, cachedInputTokens: 1000, outputTokens: 500 }
      const report = (at: number, agentId: string, status: 'completed' | 'failed', cost: number) =>
        acme.executions.report(modelId, {
          id: `${kind}-agents-${at}`,
          title: `Refund of order ${at}`,
          description: status === 'failed' ? 'The payment provider did not answer.' : 'Paid.',
          entityId: `order-${at}`,
          relatedEntity: `Order ${at}`,
          startedAt,
          status,
          operations: [
            {
              action: 'refund',
              actor: 'AI',
              agentId,
              aiModel: 'claude-sonnet-4-5',
              usage,
              cost,
              activeTime: 30,
              startedAt,
            },
          ],
        })
      await report(1, dear?.id ?? '', 'completed', 9)
      await report(2, dear?.id ?? '', 'failed', 3)
      await report(3, cheap?.id ?? '', 'completed', 1)
      await report(4, `made-up-${kind}`, 'completed', 0.5)

      const { page, open, complaints } = await arrive('Manager')
      const cost = page.getByRole('region', { name: 'Agents by cost (30 days)' })
      await cost.getByText('$12.00').waitFor()
      const names = [`Dear ${kind}`, `Cheap ${kind}`, `made-up-${kind}`]
      expect(await cost.getByRole('link').allTextContents()).toEqual(['View agents', ...names])
      const failing = page.getByRole('region', { name: 'Agents by failures (30 days)' })
      await failing.getByText('1 of 2 (50%)').waitFor()
      await cost.getByText('not an agent of this instance').waitFor()
      await page.locator('svg.recharts-surface').first().waitFor()
      await expectAccessible(page)

      await open('/agents?name=Dear')
      await page
        .getByRole('row', { name: new RegExp(`^Dear ${kind} Active AI .* 2 1 \\(50%\\) \\$12\\.00$`) })
        .waitFor()
      await expectAccessible(page)
      await page.goBack()
      await cost.getByRole('link', { name: `Dear ${kind}` }).click()

      await page.getByRole('heading', { name: `Dear ${kind}` }).waitFor()
      const sides = page.getByRole('navigation', { name: 'Agent' }).getByRole('link')
      expect(await sides.allTextContents()).toEqual(['Work', 'Settings', 'History'])
      await page.getByText('8,000 read, of which 2,000 from a cache; 1,000 written').waitFor()
      await page.getByRole('row', { name: /^claude-sonnet-4-5 2 1 \(50%\) 1 min 0 s \$12.00 \$6.00/ }).waitFor()
      await page.locator('svg.recharts-surface').first().waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: '1 (50%)' }).click()

      await page.getByText('1 of 1', { exact: true }).waitFor()
      await page.getByRole('button', { name: `Agent: Dear ${kind}` }).waitFor()
      await page.getByText('Totals of whole executions').waitFor()
      await page.getByText('More filters', { exact: true }).click()
      await expect.poll(() => page.getByLabel('Agent', { exact: true }).first().inputValue()).toBe(`Dear ${kind}`)
      await page.getByText('More filters', { exact: true }).click()
      await page.getByRole('cell').getByText('The payment provider did not answer.').waitFor()
      await page.getByLabel('Period').selectOption('This month')
      await page.getByText('Charts', { exact: true }).click()
      await page
        .getByRole('term')
        .getByRole('link', { name: `Dear ${kind}` })
        .waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Refund of order 2' }).click()
      await page.getByText('The payment provider did not answer.').waitFor()
      const share = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name: `Dear ${kind}` })
      expect(await share.innerText()).toMatch(/1\s+30\ss\s+\$3\.00\s+4,000 in \(1,000 cached\), 500 out/)
      await expectAccessible(page)

      // An agent that is deleted, or that only reports name, has its work, too.
      await acme.agents.delete(cheap?.id ?? '')
      await open(`/agents/${cheap?.id}/work?period=7d`)
      await page.getByText('This agent was deleted. Its work stays.').waitFor()
      await open(`/agents/made-up-${kind}/work`)
      await page.getByText('only reports of work name it').waitFor()
      expect(complaints).toEqual([])
    })
  })
}
