import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CursorInfo, ListTwuModelVersionsQuery, Page, TwuModelVersion } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
let path: string
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const { body: model } = await models.create()
  for (let version = 2; version <= 12; version += 1) {
    await models.publish(model.id)
    await models.createVersion(model.id, completeInput(`Version ${version}`))
  }
  modelId = model.id
  path = `/instances/acme/twu-models/${model.id}/versions`
})
afterAll(() => service.close())

function list(query: ListTwuModelVersionsQuery) {
  return service.acme('Viewer').twuModels.versions.list(modelId, query)
}

function numbersOf({ items }: { items: TwuModelVersion[] }): number[] {
  return items.map(({ version }) => version)
}

/** The target of a link, resolved against the page that sent it as a client would. */
function findLink(headers: Headers, relation: string, page: string): string | null {
  const links = (headers.get('link') ?? '').split(', ')
  const target = links.find((link) => link.endsWith(`; rel="${relation}"`))?.match(/^<(.*)>/)?.[1]
  if (target === undefined) return null
  const { pathname, search } = new URL(target, new URL(page, service.baseUrl))
  return pathname + search
}

const newestFirst = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

describe('200', () => {
  test('all versions are an array with the newest first, each as it reads alone', async () => {
    const models = twuModels(service)
    const { body } = await models.listVersions(modelId)
    expect(body.map(({ version }) => version)).toEqual(newestFirst)
    const alone = await Promise.all(newestFirst.map((version) => models.readVersion(modelId, version)))
    expect(body).toEqual(alone.map(({ body }) => body))
    expect(body.map(({ status }) => status)).toEqual(['DRAFT', ...Array.from({ length: 11 }, () => 'published')])
  })

  test('a list that fits has a first link and no next one', async () => {
    const listed = await service.request(path)
    expect(findLink(listed.headers, 'next', path)).toBeNull()
    const first = findLink(listed.headers, 'first', path)
    expect((await service.request(first ?? '')).json).toEqual(listed.json)
  })

  test.each<ListTwuModelVersionsQuery & { size: number }>([
    { size: 5 },
    { sort: 'version,asc', size: 5 },
    { sort: 'version,desc', size: 4 },
    { sort: 'version,asc', size: 12 },
    { size: 1 },
  ])('following the next links gives every version once, in order: %j', async (query) => {
    const walked: number[] = []
    for (
      let page: Page<TwuModelVersion, CursorInfo> | null = await list(query);
      page !== null;
      page = await page.next()
    ) {
      expect(page.items.length).toBeLessThanOrEqual(query.size)
      walked.push(...numbersOf(page))
    }
    expect(walked).toEqual(query.sort === 'version,asc' ? newestFirst.toReversed() : newestFirst)
  })

  test('the first link leads back from any page', async () => {
    const second = findLink((await service.request(`${path}?size=5`)).headers, 'next', path) ?? ''
    const first = findLink((await service.request(second)).headers, 'first', path) ?? ''
    expect((await service.request(first)).json).toEqual((await list({ size: 5 })).items)
  })

  test('pages by number cut the list the same way', async () => {
    expect(numbersOf(await list({ size: 5, page: 0 }))).toEqual([12, 11, 10, 9, 8])
    expect(numbersOf(await list({ size: 5, page: 1 }))).toEqual([7, 6, 5, 4, 3])
    expect(numbersOf(await list({ size: 5, page: 2 }))).toEqual([2, 1])
    expect(numbersOf(await list({ size: 5, page: 3 }))).toEqual([])
  })

  test('a walk is not disturbed by a version that is created meanwhile', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    for (let version = 2; version <= 4; version += 1) {
      await models.publish(model.id)
      await models.createVersion(model.id)
    }
    const first = await service.acme().twuModels.versions.list(model.id, { size: 2 })
    await models.publish(model.id)
    await models.createVersion(model.id)
    const second = await first.next()
    expect([first, second ?? expect.fail('There is a second page.')].flatMap(numbersOf)).toEqual([4, 3, 2, 1])
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request(`${path}?size=201&page=x&sort=name,asc&status=DRAFT`)
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /page type',
      'query /size maximum',
      'query /sort enum',
      'query /status unknown',
    ])
  })

  test('a cursor belongs to its model and its sort', async () => {
    const { body: other } = await twuModels(service).create()
    const cursor = (await list({ size: 2 })).page.next ?? ''
    for (const refused of [
      () => list({ sort: 'version,asc', cursor }),
      () => service.acme('Viewer').twuModels.versions.list(other.id, { cursor }),
      () => list({ cursor: cursor.slice(0, -4) }),
      () => list({ cursor: 'nonsense' }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
    const withPage = list({ cursor, page: 0 })
    await expect(withPage).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a page beyond 10,000 versions is too deep', async () => {
    const refused = list({ page: 51, size: 200 })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'page_too_deep' })
  })
})
