import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, type Resources } from '../../sdk/src/index.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'
import { seedWorld } from '../../sdk/src/testing/world/index.ts'
import { startTestService } from '../helpers/service.ts'
import { project } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'

/** The samples about agents and cost, as they stand there; what they log stands behind it, as a comment. */
const samplesOf = (document: string, about: string) =>
  readBlocks(project, document).flatMap(({ language, text }) =>
    language === 'ts' && text.includes(about) ? [text] : [],
  )

test('the samples of the guide to agents and cost log what it says, on a service', async () => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const acme = service.acme('Administrator')
  const { id: modelId } = await acme.twuModels.create({
    name: 'Refund handling',
    description: 'Pays refunds.',
    entities: [{ name: 'order' }],
    actions: [{ name: 'payRefund', entity: 'order', actors: ['AI'] }],
    events: [{ name: 'refundPaid', entity: 'order', action: 'payRefund' }],
    outcomes: [{ name: 'cost', expression: 'sum(operations.map(o, o.cost))' }],
  })
  await acme.twuModels.publish(modelId)
  await expectLogged(samplesOf('docs/how-to/agents-and-cost.md', 'acme.').join(''), { acme, modelId })
})

test('the sample of sdk/README.md logs what it says, on the sample data', async () => {
  const { fetch } = createTestServer({ world: seedWorld() })
  const acme = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch }).instance('acme')
  await expectLogged(samplesOf('sdk/README.md', 'agents.work').join(''), { acme })
})

async function expectLogged(code: string, given: { acme: Resources; modelId?: string }): Promise<void> {
  const told = Array.from(code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm), ([, line]) => line)
  expect(told.length).toBeGreaterThan(0)
  const logged: string[] = []
  const console = { log: (...values: unknown[]) => logged.push(values.join(' ')) }
  const show = () => {}
  await runInNewContext(`(async () => { ${stripTypeScriptTypes(code)} })()`, { ...given, console, show })
  expect(logged).toEqual(told)
}
