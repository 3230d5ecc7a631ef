import { LRUCache } from 'lru-cache'
import type { ConnectionTestOutcome } from '../spec/openapi.gen.ts'
import type { Instance, Tools } from '../sdk/src/testing/operation.ts'
import { closeLog } from '../sdk/src/testing/record.ts'
import { seedInstance, type InstanceSeed } from '../sdk/src/testing/seed.ts'
import { createTools } from '../sdk/src/testing/tools.ts'

/** What the mock remembers. Every instance exists, and begins as the seed says. */
export interface World {
  /** An instance with the tools for its operations. */
  enter(instanceId: string): Tools & { instance: Instance }
  /** Every instance begins anew. */
  reset(): void
}

/** Remembers the 50 instances that were used last. */
export function createWorld(seedFor: (instanceId: string) => InstanceSeed): World {
  const dispose = ({ instance }: ReturnType<World['enter']>) => closeLog(instance.log)
  const entered = new LRUCache<string, ReturnType<World['enter']>>({ max: 50, dispose })
  return {
    enter(instanceId) {
      const known = entered.get(instanceId)
      if (known) return known
      const tools = createTools()
      const context = {
        ...tools,
        instance: seedInstance(instanceId, seedFor(instanceId), tools),
      }
      entered.set(instanceId, context)
      return context
    },
    reset: () => entered.clear(),
  }
}

/**
 * The outcome of the next connection test of an integration: the one that its name or its description names in square
 * brackets, as in `Support [rate_limited]`, otherwise that of the instance: `ok`, unless its seed says otherwise. A test of what
 * is not saved may name it in a field, first of all.
 */
export function plannedOutcome(
  { integrations, testOutcome }: Instance,
  integrationId: string,
  fields: string,
): ConnectionTestOutcome {
  const { name = '', description = null } = integrations.get(integrationId)?.item ?? {}
  const text = `${fields} ${name} ${description ?? ''}`
  const words = [...text.matchAll(/\[(\w+)\]/g)].map(([, word]) => word)
  return words.find(isOutcome) ?? testOutcome
}

function isOutcome(text: string | undefined): text is ConnectionTestOutcome {
  return text !== undefined && Object.hasOwn(outcomes, text)
}

/** A missing or an extra outcome does not compile. */
const outcomes: Readonly<Record<ConnectionTestOutcome, true>> = {
  ok: true,
  bad_credentials: true,
  missing_permission: true,
  not_found: true,
  invalid_configuration: true,
  clock_skew: true,
  rate_limited: true,
  vendor_unavailable: true,
  timeout: true,
  network_error: true,
  blocked_host: true,
  unexpected_response: true,
}
