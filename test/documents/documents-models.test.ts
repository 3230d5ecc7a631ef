import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { project } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'

/** The expressions of the guide to models, each with the work that is told before it, computed by a service. */
const guide = 'docs/how-to/models.md'
const blocks = readBlocks(project, guide)
const works = blocks.filter(({ language }) => language === 'json')
const refund = works[0]?.text ?? ''

const examples = blocks.flatMap(({ language, text, place }, at) => {
  if (language !== 'cel') return []
  const work = blocks.slice(0, at).findLast((block) => block.language === 'json')
  return [{ place, work: work?.text ?? '', expression: text.trim(), gives: /\/\/ (.+)\n$/.exec(text)?.[1] ?? '' }]
})

/** The rows of the tables whose heads begin so: the code of each cell, or its text. */
function rowsOf(...heads: string[]): string[][] {
  const tables = readFileSync(join(project, guide), 'utf8')
    .split(/\n\n/)
    .filter((part) => part.startsWith('|'))
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => /^`(.*)`$/.exec(cell.trim())?.[1] ?? cell.trim())
  return tables
    .map((table) => table.trim().split('\n').map(cellsOf))
    .filter(([head = []]) => heads.every((name, at) => head[at] === name))
    .flatMap(([, , ...rows]) => rows)
}

const computed = rowsOf('Expression', 'Gives')
const traps = rowsOf('Not', 'But', 'Because')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** What a model with this outcome alone, and the same as a policy, says of the work. */
async function evaluate(work: string, expression: string) {
  const body = asObject(JSON.parse(work))
  const one = { name: 'example', expression }
  const definition = { ...asObject(body['definition']), outcomes: [one], policies: [one] }
  const path = '/instances/acme/twu-models/evaluate'
  const { status, json, text } = await service.request(path, { method: 'POST', body: { ...body, definition } })
  const { unknown, outcomes, policies } = asObject(json)
  expect(status === 200 ? unknown : text).toEqual([])
  return { outcome: asObject(asArray(outcomes)[0]), policy: asObject(asArray(policies)[0]) }
}

async function expectValue(work: string, expression: string, gives: string): Promise<void> {
  const value: unknown = JSON.parse(gives)
  const { outcome, policy } = await evaluate(work, expression)
  expect(outcome).toMatchObject({ value, fault: null })
  expect(policy['isMet']).toBe(typeof value === 'boolean' ? value : null)
}

test('the guide has ten examples of three models, and tables', () => {
  expect([examples.length, works.length]).toEqual([10, 3])
  expect([computed.length > 15, traps.length > 8]).toEqual([true, true])
})

test('the policy that README.md shows is one of them', () => {
  const shown = readBlocks(project, 'README.md').filter(({ language }) => language === 'cel')
  const known = examples.map(({ expression }) => expression.replace(/ \/\/ .*$/, ''))
  expect(shown.length).toBeGreaterThan(0)
  for (const { text } of shown) expect(known).toContain(text.trim())
})

test.each(examples)('$place gives $gives', ({ work, expression, gives }) => expectValue(work, expression, gives))

test.each(works)('the model at $place is published with all its examples', async ({ text }) => {
  const { definition, operations } = asObject(JSON.parse(text))
  const own = examples.filter(({ work }) => work === text)
  const named = own.map(({ expression, gives }, at) => ({ name: `example${at}`, expression, gives }))
  const [policies, outcomes] = [named.filter(isPolicy), named.filter((one) => !isPolicy(one))]
  const expected = Object.fromEntries(outcomes.map(({ name, gives }): [string, unknown] => [name, JSON.parse(gives)]))
  const kept = { name: 'The work', operations, outcomes: expected, policyStatus: 'compliant' }
  const strip = ({ name, expression }: Named) => ({ name, expression })
  const body = { ...asObject(definition), outcomes: outcomes.map(strip), policies: policies.map(strip), cases: [kept] }
  const draft = await service.request('/instances/acme/twu-models', { method: 'POST', body })
  expect(asObject(draft.json)).toMatchObject({ report: { faults: [], cases: [{ isMet: true }] } })
  const path = `${draft.headers.get('location')}/publish`
  expect((await service.request(path, { method: 'POST' })).status).toBe(200)
})

test('a macro in a macro is too much for it, as the guide says', async () => {
  const expression = 'operations.all(a, operations.exists(b, b.action == "checkPolicy" && b.endedAt <= a.startedAt))'
  const definition = asObject(asObject(JSON.parse(refund))['definition'])
  const body = { ...definition, outcomes: [{ name: 'example', expression }] }
  const { json } = await service.request('/instances/acme/twu-models', { method: 'POST', body })
  expect(asObject(json)).toMatchObject({ report: { faults: [{ code: 'expensive' }] } })
})

interface Named {
  name: string
  expression: string
  gives: string
}

function isPolicy({ gives }: Named): boolean {
  return gives === 'true'
}

test.each(computed)('%s gives %s', (expression = '', gives = '') => expectValue(refund, expression, gives))

test.each(traps)('%s is a fault, and %s is none: %s', async (not = '', but = '', because = '') => {
  const { outcome, policy } = await evaluate(refund, not)
  expect(asObject(outcome['fault'])['message']).toContain(because.replaceAll('\\', ''))
  expect(policy['isMet']).toBeNull()
  expect((await evaluate(refund, but)).outcome['fault']).toBeNull()
})
