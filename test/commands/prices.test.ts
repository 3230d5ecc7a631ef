import { registerHooks } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { summariser } from '../helpers/data/agents.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const fill = (...more: string[]) =>
  runCommandHere('instances', ['prices', ...more], { DATABASE_URL: service.databaseUrl })
const pricesOf = async (model: string) => {
  const { items } = await service.acme('Viewer').modelPrices.list({ model, sort: 'validFrom,asc' })
  return items.map(({ validFrom, input, cachedInput, cacheWrite, output }) => {
    return { validFrom, input, cachedInput, cacheWrite, output }
  })
}
const countPrices = async () => service.db('model_prices').where({ instance_id: 'acme' }).pluck<string[]>('id')

// The first test: what is imported once is there.
test('a missing package is named, with what to do', async () => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@pydantic/genai-prices' ? '@pydantic/gone' : specifier, context),
  })
  const { code, stderr } = await fill('acme', '--from', 'genai-prices')
  hooks.deregister()
  const advice = 'The package @pydantic/genai-prices is missing. Run: npm install --no-save @pydantic/genai-prices\n'
  expect([code, stderr]).toEqual([1, advice])
  expect(await countPrices()).toEqual([])
})

test('prices are added with a record of each, the second time none, and none that is there is changed', async () => {
  const own = { model: 'gpt-4.1', validFrom: '2020-01-01', input: 1, output: 2 }
  await service.acme('Editor').modelPrices.set(own)
  // The package knows it by a pattern, and another agent's model not at all.
  await service.acme('Editor').agents.create({ ...summariser, model: 'claude-sonnet-4-5-20250929' })
  await service.acme('Editor').agents.create({ ...summariser, model: 'of-our-own' })
  const { code, stdout } = await fill('acme', '--from', 'genai-prices')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added 1,\d{3} prices to acme, 1 were there already\.$/m)])
  expect(await pricesOf('claude-sonnet-4-5-20250929')).toEqual(await pricesOf('claude-sonnet-4-5'))
  expect(await pricesOf('claude-sonnet-4-5')).toEqual([
    { validFrom: '2020-01-01', input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  ])
  expect(await pricesOf('gpt-4.1')).toEqual([
    { validFrom: '2020-01-01', input: 1, cachedInput: 1, cacheWrite: 1, output: 2 },
  ])
  expect(await pricesOf('of-our-own')).toEqual([])
  // A price that begins on a day, and one that depends on the hour.
  expect((await pricesOf('claude-sonnet-4-6')).map(({ validFrom }) => validFrom)).toEqual(['2020-01-01', '2026-03-13'])
  expect(await pricesOf('deepseek-chat')).toEqual([])
  const ids = await countPrices()
  const records = service.db('changes').where({ operation: 'instances:prices' })
  expect(await records.clone().pluck('resource_id')).toHaveLength(ids.length - 1)
  const [record] = (await service.acme('Manager').changes.list({ operation: 'instances:prices', size: 1 })).items
  expect(record).toMatchObject({ kind: 'created', resource: { type: 'model_price' }, etagAfter: '"1"' })
  expect(record?.difference.map(({ pointer }) => pointer)).toContain('/validFrom')

  const again = await fill('acme', '--from', 'genai-prices')
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Added 0 prices to acme, 1,\d{3} were there/)])
  expect(await countPrices()).toEqual(ids)
})

test('--provider takes the names of one provider alone, which others have, too', async () => {
  const { code, stdout } = await runCommandHere(
    'instances',
    ['prices', 'other', '--from', 'genai-prices', '--provider', 'azure'],
    { DATABASE_URL: service.databaseUrl },
  )
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added \d\d prices to other/)])
  const { items } = await service.other('Viewer').modelPrices.list({ model: 'ada' })
  expect(items).toHaveLength(1)
})

describe('it says what is wrong', () => {
  test.each([
    [['acme'], 'Say where from: npm run instances -- prices acme --from genai-prices'],
    [['acme', '--from', 'elsewhere'], 'Say where from: npm run instances -- prices acme --from genai-prices'],
    [['nobody', '--from', 'genai-prices'], 'There is no instance nobody. Create it'],
    [
      ['acme', '--from', 'genai-prices', '--provider', 'acme'],
      'The package knows no provider acme, but these: anthropic',
    ],
  ])('%j', async (args, message) => {
    const { code, stderr } = await fill(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  })
})
