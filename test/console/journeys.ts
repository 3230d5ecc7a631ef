import { afterAll, describe, test } from 'vitest'
import { hasBrowser, openHouse } from './house.ts'
import { describeAgentWork } from './journeys/agent-work.ts'
import { describeAgents } from './journeys/agents.ts'
import { describeIntegrations } from './journeys/integrations.ts'
import { describeLists } from './journeys/lists.ts'
import { describePrices } from './journeys/prices.ts'
import { describeSignIn } from './journeys/sign-in.ts'
import { describeTwoPages } from './journeys/two-pages.ts'
import { describeTwuModels } from './journeys/twu-models.ts'
import { describeUsers } from './journeys/users.ts'
import { describeWebhooks } from './journeys/webhooks.ts'
import { describeWorkLedger } from './journeys/work-ledger.ts'
import { visit, type Walk } from './visit.ts'

/** Every journey through the console, on the mock or on the server. */
export async function describeJourneys(kind: Walk['kind']): Promise<void> {
  if (!hasBrowser) return test.skip('the console is not visited, since there is no chromium')
  await using opening = new AsyncDisposableStack()
  const house = await openHouse(kind, opening)
  const stops = opening.move()
  afterAll(() => stops.disposeAsync())
  const walk: Walk = { kind, house, acme: house.side.acme, arrive: (role, path) => visit(house, role, path) }
  describe(`the console on the ${kind}`, () => {
    describeSignIn(walk)
    describeUsers(walk)
    describeTwuModels(walk)
    describeAgents(walk)
    describeAgentWork(walk)
    describePrices(walk)
    describeIntegrations(walk)
    describeWebhooks(walk)
    describeWorkLedger(walk)
    describeTwoPages(walk)
    describeLists(walk)
  })
}
