import { expect, test } from 'vitest'
import { createTestServer } from '../../../sdk/src/testing/index.ts'
import { expectForced, expectSeeded, forced } from './declared-answers.ts'

test('an answer that is forced is one of the contract, whichever operation and status it has', async () => {
  const server = createTestServer({ instances: { acme: {} } })
  expect(forced.length).toBeGreaterThan(300)
  for (const one of forced) await expectForced(server, one)
})

test('a seed of integrations is answered with a body of the contract', async () => {
  const zendesk = { type: 'ZENDESK', metadata: { subdomain: 'acme', email: 'a@example.com' } } as const
  const acme = { integrations: [{ name: 'Slack' }, zendesk] }
  await expectSeeded(createTestServer({ instances: { acme } }), 'integrations')
})
