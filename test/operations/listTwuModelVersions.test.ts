import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../server/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/twu-models.ts'

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

function versionsOf({ json }: { json: unknown }): unknown[] {
  return asArray(json).map((version) => asObject(version)['version'])
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
    expect(body.map(({ status }) => status)).toEqual([
      'DRAFT',
      ...Array.from({ length: 11 }, () => 'published'),
    ])
  })

  test('a list that fits has a first link and no next one', async () => {
    const listed = await service.request(path)
    expect(findLink(listed.headers, 'next', path)).toBeNull()
    const first = findLink(listed.headers, 'first', path)
    expect((await service.request(first ?? '')).json).toEqual(listed.json)
  })

  test.each([
    ['', 5],
    ['&sort=version,asc', 5],
    ['&sort=version,desc', 4],
    ['&sort=version,asc', 12],
    ['', 1],
  ])('following the next links gives every version once, in order: %s, %i on a page', async (query, size) => {
    const walked: unknown[] = []
    let page: string | null = `${path}?size=${size}${query}`
    while (page !== null) {
      const listed = await service.request(page, { role: 'Viewer' })
      expect(listed.status).toBe(200)
      expect(versionsOf(listed).length).toBeLessThanOrEqual(size)
      walked.push(...versionsOf(listed))
      page = findLink(listed.headers, 'next', page)
    }
    expect(walked).toEqual(query.includes('asc') ? newestFirst.toReversed() : newestFirst)
  })

  test('the first link leads back from any page', async () => {
    const second = findLink((await service.request(`${path}?size=5`)).headers, 'next', path) ?? ''
    const first = findLink((await service.request(second)).headers, 'first', path) ?? ''
    expect(versionsOf(await service.request(first))).toEqual([12, 11, 10, 9, 8])
  })

  test('pages by number cut the list the same way', async () => {
    expect(versionsOf(await service.request(`${path}?size=5&page=1`))).toEqual([7, 6, 5, 4, 3])
    expect(versionsOf(await service.request(`${path}?size=5&page=2`))).toEqual([2, 1])
    expect(versionsOf(await service.request(`${path}?size=5&page=3`))).toEqual([])
  })

  test('a walk is not disturbed by a version that is created meanwhile', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    for (let version = 2; version <= 4; version += 1) {
      await models.publish(model.id)
      await models.createVersion(model.id)
    }
    const own = `/instances/acme/twu-models/${model.id}/versions`
    const first = await service.request(`${own}?size=2`)
    await models.publish(model.id)
    await models.createVersion(model.id)
    const second = await service.request(findLink(first.headers, 'next', own) ?? '')
    expect([...versionsOf(first), ...versionsOf(second)]).toEqual([4, 3, 2, 1])
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

  test('a repeated parameter is refused', async () => {
    const refused = await service.request(`${path}?size=1&size=2`)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['query /size repeated'])
  })

  test('a cursor belongs to its model and its sort', async () => {
    const { body: other } = await twuModels(service).create()
    const next = findLink((await service.request(`${path}?size=2`)).headers, 'next', path) ?? ''
    const cursor = new URL(next, service.baseUrl).searchParams.get('cursor') ?? ''
    for (const page of [
      `${path}?sort=version,asc&cursor=${cursor}`,
      `/instances/acme/twu-models/${other.id}/versions?cursor=${cursor}`,
      `${path}?cursor=${cursor.slice(0, -4)}`,
      `${path}?cursor=nonsense`,
    ]) {
      expect(await service.request(page)).toMatchObject({ status: 400, json: { code: 'invalid_cursor' } })
    }
    const withPage = await service.request(`${path}?cursor=${cursor}&page=0`)
    expect(withPage).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })

  test('a page beyond 10,000 versions is too deep', async () => {
    expect(await service.request(`${path}?page=51&size=200`)).toMatchObject({
      status: 400,
      json: { code: 'page_too_deep' },
    })
  })
})

describe('404', () => {
  test('a model of another instance looks the same as a missing one', async () => {
    const token = await service.token('Administrator', { instances: ['other'] })
    const foreign = await service.request(path.replace('acme', 'other'), {
      headers: { Authorization: `Bearer ${token}` },
    })
    const missing = await service.request('/instances/acme/twu-models/nothing/versions')
    expect(foreign).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
    expect(missing).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
  })
})
