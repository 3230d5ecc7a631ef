import { readContract, readNode } from '../../../contract/document.ts'
import { asObject, isObject } from '../../../contract/json.ts'
import type { IntegrationTypeField } from '../../../sdk/src/index.ts'
import { operationsById } from '../../../sdk/src/testing/operations.ts'
import { readExample } from '../../helpers/data/valid-requests.ts'
import type { Side } from './sides.ts'

/** What same-answers.test.ts sends once for each rule, and same-answers.heavy.test.ts for each type, member and parameter. */

/** Creates integrations of every type, with those metadata that are chosen of right ones and some that are wrong. */
export async function sendTypes(
  { acme, send }: Side,
  choose: (fields: readonly IntegrationTypeField[], right: object, wrong: readonly object[]) => readonly object[],
): Promise<void> {
  for await (const { type, fields } of acme.integrationTypes.list({ size: 200 })) {
    const given = fields.flatMap(({ key, secret, example, enum: [first] = [] }) => {
      const value = secret ? 'secret-0123456789' : (first ?? example)
      return value === undefined ? [] : [[key, value] as const]
    })
    const each = (value: string) => Object.fromEntries(given.map(([key]) => [key, value]))
    const wrong = [{ nothing: '1', ...each('\u0001') }, each('?'), each('****'), {}]
    for (const metadata of choose(fields, Object.fromEntries(given), wrong))
      await send('POST', '/integrations', { body: { name: type, type, metadata } })
  }
}

/** Which rules a field has, whatever its texts and pattern say. */
export function rulesOf(field: IntegrationTypeField): string {
  const rules = Object.entries(field).map(([name, rule]) =>
    typeof rule === 'boolean' || name === 'format' ? `${name} ${JSON.stringify(rule)}` : name,
  )
  const texts = ['key', 'label', 'hint', 'example']
  return rules
    .filter((name) => !texts.includes(name))
    .toSorted()
    .join()
}

/** Sends wrong bodies to operations that have each kind of body. */
export async function sendBodies({ send }: Side, wrong: (example: object) => unknown[]): Promise<void> {
  const contract = await readContract()
  for (const id of ['createUser', 'updateUser', 'updateAgent', 'createIntegration', 'updateTwuModelVersion']) {
    const operation = contract.operations.find((operation) => operation.id === id)
    if (!operation) throw new Error(`The contract has no ${id}.`)
    for (const body of wrong(asObject(readExample(contract, operation))))
      await send(operation.method.toUpperCase(), inInstance(operation.path), { body })
  }
}

/** The example with each of its members, at any depth, left out or replaced by something else. */
export function wrongOneByOne(example: object): unknown[] {
  return [...noSuchBodies, { ...example, extra: 1 }, ...changed(example)]
}

/** The example with all of its members at once, and then all that are in them, left out or replaced by something else. */
export function wrongTogether(example: object): unknown[] {
  // What has no members of its own is replaced by each of them below.
  const members = [null, 7, ['x', 'x']].map((other) =>
    Object.fromEntries(Object.keys(example).map((name) => [name, other])),
  )
  const within = odd.map((other) => replaceWithin(example, other))
  return [...noSuchBodies, {}, { ...example, extra: 1 }, ...members, ...within, withoutWithin(example)]
}

/** Sends every list the queries that are made of the names of its parameters and one that is unknown. */
export async function sendQueries(
  { send }: Side,
  queries: (parameters: readonly QueryParameter[], at: number) => readonly string[],
): Promise<void> {
  const { document, operations } = await readContract()
  const lists = operations.filter(({ id, query }) => query.size > 0 && id in operationsById)
  for (const [at, { path, method }] of lists.entries()) {
    const { parameters } = readNode(document, path, method)
    const named = [...parameters.filter((one) => one['in'] === 'query'), { name: 'unknown' }].map((parameter) => ({
      name: String(parameter['name']),
      rules: JSON.stringify(parameter),
    }))
    for (const query of queries(named, at)) await send('GET', `${inInstance(path)}?${query}`)
  }
}

export interface QueryParameter {
  name: string
  /** The same for parameters with the same name and rules. */
  rules: string
}

export const oddValues = ['', 'x', '1', '-1', '1.5', '1e3', '10%20', 'true', '%20', 'ABC', 'x'.repeat(300)]

const odd = [null, 7, '', 'x'.repeat(5000), ['x', 'x'], { x: 1 }]

const noSuchBodies = [[], 'text', null]

function inInstance(path: string): string {
  const { length } = '/instances/{instanceId}'
  return path
    .slice(length)
    .replace('{version}', '1')
    .replaceAll(/\{\w+\}/g, 'nothing')
}

function changed(value: unknown): unknown[] {
  if (Array.isArray(value)) return changedItems(value)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value
    return [rest, ...[...odd, ...changed(member)].map((other) => ({ ...value, [name]: other }))]
  })
}

function changedItems([first, ...rest]: unknown[]): unknown[] {
  return first === undefined ? [] : changed(first).map((other) => [other, ...rest])
}

/** Every value that has no members is replaced. */
function replaceWithin(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) return value.map((item) => replaceWithin(item, other))
  if (!isObject(value)) return other
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceWithin(member, other)]))
}

/** What is within the members is left out. */
function withoutWithin(example: object): unknown {
  const empty = (value: unknown) => (Array.isArray(value) ? value.map(() => ({})) : isObject(value) ? {} : value)
  return Object.fromEntries(Object.entries(example).map(([name, member]) => [name, empty(member)]))
}
