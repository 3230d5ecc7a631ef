import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { asObject } from '../contract/json.ts'
import { faultIn, list } from '../contract/rules/faults.ts'
import { escapePointer } from '../contract/rules/json-text.ts'
import type { Fault } from '../contract/types.ts'
import { connectionTestOutcomeValues, type ConnectionTestOutcome } from '../sdk/src/values.gen.ts'
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
  const entered = new LRUCache<string, ReturnType<World['enter']>>({
    max: 50,
    dispose: ({ instance }) => closeLog(instance.log),
    memoMethod: (instanceId) => {
      const tools = createTools()
      const instance = seedInstance(instanceId, seedFor(instanceId), tools)
      instance.log.epoch = randomBytes(4).toString('hex')
      return { ...tools, instance }
    },
  })
  return { enter: (instanceId) => entered.memo(instanceId), reset: () => entered.clear() }
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
  return wordsIn(`${fields} ${name} ${description ?? ''}`).find(isOutcome) ?? testOutcome
}

/** The faults of texts of an integration that name an outcome which does not exist: the test would pass, without a word. */
export function findMisspeltOutcomes(body: Readonly<Record<string, unknown>>): Fault[] {
  const { name, description, metadata = {} } = body
  const fields = Object.entries(asObject(metadata)).map(([key, value]) => [`/metadata/${escapePointer(key)}`, value])
  return [['/name', name], ['/description', description], ...fields].flatMap(([pointer, text]) => {
    const word = typeof text === 'string' ? wordsIn(text).find((word) => !isOutcome(word)) : undefined
    const known = list(connectionTestOutcomeValues)
    const sentence = `has [${word}], which is no outcome of a test that the mock knows: ${known}`
    return word === undefined ? [] : [faultIn('body', String(pointer), 'unknown', sentence)]
  })
}

function wordsIn(text: string): string[] {
  return [...text.matchAll(/\[([a-z_]+)\]/g)].map(([, word = '']) => word)
}

function isOutcome(text: string): text is ConnectionTestOutcome {
  return connectionTestOutcomeValues.some((outcome) => outcome === text)
}
