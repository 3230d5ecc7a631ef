import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createClient,
  isApiError,
  type Agent,
  type ListAgentsQuery,
  type Page,
  type Resources,
} from '../../sdk/src/index.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'
import { human } from '../helpers/data/agents.ts'
import { integrations } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { outcome } from '../helpers/outcomes.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { collect } from '../helpers/walks.ts'
import { isExhaustive, rounds } from '../helpers/rounds.ts'

/**
 * A page of large items in a walk by cursor ends before it is larger than 1 MiB, and its cursor goes on with what is left. A
 * page by number is whole or refused.
 */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const maxPageBytes = 1024 * 1024

/** Walks through a list of so many items, which come in more than one page, and each of them once. */
async function expectCut<Item extends { id?: string; version?: number }>(
  list: PromiseLike<Page<Item, { next: string | null }>>,
  count: number,
): Promise<Item[]> {
  const pages: Item[][] = []
  for (let page: Page<Item, { next: string | null }> | null = await list; page; page = await page.next())
    pages.push([...page.items])
  const [first = [], ...others] = pages
  expect(first.length).toBeGreaterThan(1)
  expect(others.length).toBeGreaterThan(0)
  for (const items of pages) expect(JSON.stringify(items).length).toBeLessThan(maxPageBytes + 100_000)
  const all = pages.flat()
  expect(all).toHaveLength(count)
  expect(new Set(all.map(({ id, version }) => id ?? version)).size).toBe(count)
  return all
}

describe('a page of large items has fewer than were asked for, and a walk has them all', () => {
  const count = 20

  test('agents, in every order', async () => {
    const inserted = await insertAgents(Array.from({ length: count }, () => 120_000))
    const names = inserted.map(({ name }) => name)
    for (const sort of ['name,asc', 'name,desc', 'createdAt,desc', 'updatedAt,asc'] as const) {
      const all = await expectCut(service.acme().agents.list({ sort, size: 200 }), count)
      const walked = all.map(({ name }) => name)
      // Several agents may be from the same millisecond.
      expect(sort.startsWith('name') ? walked : walked.toSorted()).toEqual(
        sort === 'name,desc' ? names.toReversed() : names,
      )
    }
    // A page that is small is as it always was.
    const small = await service.acme().agents.list({ size: 5, sort: 'name,asc' })
    expect(small.items.map(({ name }) => name)).toEqual(names.slice(0, 5))
    expect(small.page).toMatchObject({ totalElements: count, totalIsExact: true })
  })

  test('and no page lies behind the last', async () => {
    const walked = await collectPages(service.acme().agents.list({ size: 200 }))
    expect(walked.length).toBeGreaterThan(2)
    const last = walked.length - 1
    expect(walked).toEqual(
      walked.map((_, number) => ({
        number,
        totalPages: Math.min(number, last - 1) + 2,
        totalElements: count,
        totalIsExact: true,
      })),
    )
  })

  test('versions of a TWU model', async () => {
    const { body: model } = await twuModels(service).create()
    const [entity = { name: 'order' }] = completeInput().entities
    const others = Array.from({ length: 99 }, (_, at) => ({
      name: `e${at}`,
      description: 'x'.repeat(1000),
      attributes: [],
    }))
    await service
      .db('twu_model_versions')
      .update({ status: 'published', entities: JSON.stringify([entity, ...others]) })
    const copied = 'instance_id, model_id, status, name, description, entities, actions, events, outcomes'
    await service.db.raw(
      `insert into twu_model_versions (version, ${copied})
         select another, ${copied} from twu_model_versions, generate_series(2, 15) another`,
    )
    await expectCut(service.acme().twuModels.versions.list(model.id), 15)
  })

  test('integrations', async () => {
    for (let at = 0; at < 7; at += 1) await integrations(service).create()
    // More than the API would take.
    const metadata = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`filler${at}`, 'x'.repeat(10_000)])),
    )
    await service.db('integrations').update({ metadata })
    await expectCut(service.acme().integrations.list({ size: 200 }), 7)
  })
})

/** What each page of a walk says of its place. */
async function collectPages(first: PromiseLike<Page<Agent>>) {
  const places = []
  for (let page: Page<Agent> | null = await first; page; page = await page.next()) {
    const { number, totalPages, totalElements, totalIsExact } = page.page
    places.push({ number, totalPages, totalElements, totalIsExact })
  }
  return places
}

describe('a page by number that would not be whole is refused, and says which size fits', () => {
  const tooLarge = (most: number) => ({
    status: 400,
    json: {
      code: 'page_too_large',
      errors: [{ in: 'query', pointer: '/size', code: 'page_too_large' }],
      detail:
        `Size is too large for these items: ${most} of them fit. Begin again with size=${most}, or leave page out and ` +
        'follow page.next with cursor.',
    },
  })

  test('agents of 60 KB: of 20 none is lost', async () => {
    await insertAgents(Array.from({ length: 20 }, () => 60_000))
    expect(await service.request('/instances/acme/agents?page=0')).toMatchObject(tooLarge(17))
    expect(await service.request('/instances/acme/agents?page=1&size=17')).toMatchObject({ status: 200 })
    expect(await service.request('/instances/acme/agents?page=0&size=17')).toMatchObject({ status: 200 })
    expect((await service.acme().agents.list({})).items).toHaveLength(17)
  })

  test('versions of a TWU model, and integrations', async () => {
    const [model] = (await service.acme().twuModels.list({})).items
    const path = `/instances/acme/twu-models/${model?.id}/versions`
    const walked = (await service.acme().twuModels.versions.list(model?.id ?? '')).items
    expect(await service.request(`${path}?page=0`)).toMatchObject(tooLarge(walked.length))
    expect(await service.request(`${path}?page=0&size=2`)).toMatchObject({ status: 200 })
    expect(await service.request('/instances/acme/integrations?page=0')).toMatchObject(tooLarge(5))
  })
})

describe('whichever way one pages, every row is seen once, whatever the sizes of rows', () => {
  /** Bytes of rows, most of them so that several fill a page. */
  const most = isExhaustive() ? 25 : 12
  const sizes = fc.array(fc.constantFrom(0, 0, 10_000, 60_000, 300_000, 600_000, maxPageBytes + 1), { maxLength: most })
  const size = fc.integer({ min: 1, max: most + 5 })

  test('in the database', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, size, async (bytes, size) => {
        await expectAllOnce(service.acme(), await insertAgents(bytes), size)
      }),
      { numRuns: rounds(2) },
    )
  })

  test('in the test server', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, size, async (bytes, size) => {
        const agents = bytes.map((length, at) => agentOf(length, at))
        const { fetch } = createTestServer({ instances: { acme: { agents } } })
        const client = createClient({ baseUrl: 'http://service.test', token: () => 'any', fetch })
        await expectAllOnce(client.instance('acme'), agents, size)
      }),
      { numRuns: rounds(2) },
    )
  })
})

function agentOf(bytes: number, at: number) {
  const name = `Agent ${String(at).padStart(2, '0')}`
  return { ...human, id: `agent-${at}`, name, model: null, metadata: { filler: 'x'.repeat(bytes) } }
}

/** Agents with as much metadata, instead of all that were there. */
async function insertAgents(bytes: readonly number[]) {
  const agents = bytes.map((length, at) => agentOf(length, at))
  await service.db('agents').delete()
  for (const agent of agents) await service.db('agents').insert({ ...agent, instance_id: 'acme', capabilities: [] })
  return agents
}

async function expectAllOnce({ agents }: Resources, all: readonly { id: string }[], size: number) {
  const ids = all.map(({ id }) => id)
  const query = { sort: 'name,asc' } as const
  const idsOf = (items: readonly Agent[]) => items.map(({ id }) => id)
  expect(idsOf(await collect(agents.list({ ...query, size })))).toEqual(ids)
  expect(await walkByNumber((paging) => agents.list({ ...query, ...paging }), size)).toEqual(ids)
}

/** Collects the ids as somebody does who counts pages, and who begins again with the size that a refusal says. */
async function walkByNumber(list: (paging: ListAgentsQuery) => Promise<Page<Agent>>, size: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page += 1) {
    const came = await outcome(list({ page, size }))
    if (isApiError(came)) {
      expect(came.code).toBe('page_too_large')
      const fits = Number(/\b(\d+) of them/.exec(came.message)?.[1])
      expect(fits).toBeLessThan(size)
      return walkByNumber(list, fits)
    }
    ids.push(...came.items.map(({ id }) => id))
    expect(came.items.length === size || came.page.next === null).toBe(true)
    if (came.page.next === null) return ids
  }
}

test('an item that is larger than a page is a page', async () => {
  await insertAgents([maxPageBytes + 1, maxPageBytes + 1])
  const first = await service.acme().agents.list({})
  expect(first.items).toHaveLength(1)
  expect((await first.next())?.items).toHaveLength(1)
})
