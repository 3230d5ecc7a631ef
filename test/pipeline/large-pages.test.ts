import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../../sdk/src/index.ts'
import { agents, summariser } from '../helpers/data/agents.ts'
import { integrations } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { collect } from '../helpers/walks.ts'

/** A page of large items ends before it is larger than 1 MiB, and its cursor goes on with what is left. */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const mostBytes = 1024 * 1024

async function expectCut<Item extends object>(page: Page<Item, { next: string | null }>, all: readonly Item[]) {
  expect(page.items.length).toBeGreaterThan(1)
  expect(page.items.length).toBeLessThan(all.length)
  expect(page.items).toEqual(all.slice(0, page.items.length))
  expect(JSON.stringify(page.items).length).toBeLessThan(mostBytes + 100_000)
  const second = await page.next()
  expect(second?.items[0]).toEqual(all[page.items.length])
}

describe('a page of large items has fewer than were asked for, and a walk has them all', () => {
  test('agents, in every order', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `Agent ${String(at).padStart(2, '0')}`)
    for (const name of names)
      await agents(service).create({ ...summariser, name, metadata: { filler: name.repeat(6000) } })
    for (const sort of ['name,asc', 'name,desc', 'createdAt,desc', 'updatedAt,asc'] as const) {
      const list = service.acme().agents.list({ sort, size: 200 })
      const page = await list
      expect(page.page).toMatchObject({ totalElements: 50, totalIsExact: true })
      const all = await collect(service.acme().agents.list({ sort, size: 200 }))
      expect(all).toHaveLength(50)
      await expectCut(page, all)
    }
    // A page that is small is as it always was.
    const small = await service.acme().agents.list({ size: 10, sort: 'name,asc' })
    expect(small.items.map(({ name }) => name)).toEqual(names.slice(0, 10))
  })

  test('versions of a TWU model', async () => {
    const { body: model } = await twuModels(service).create()
    const { twuModels: own } = service.acme()
    const description = 'x'.repeat(1000)
    const [entity = { name: 'order' }] = completeInput().entities
    const others = Array.from({ length: 99 }, (_, at) => ({ name: `e${at}`, description }))
    const input = { ...completeInput(), entities: [entity, ...others] }
    for (let version = 1; version <= 15; version += 1) {
      if (version === 1) await own.versions.update(model.id, 1, input)
      else await own.versions.create(model.id, input)
      await own.publish(model.id)
    }
    await expectCut(await own.versions.list(model.id), await collect(own.versions.list(model.id)))
  })

  test('integrations', async () => {
    for (let at = 0; at < 10; at += 1) await integrations(service).create()
    // More than the API would take.
    const metadata = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`filler${at}`, 'x'.repeat(10_000)])),
    )
    await service.db('integrations').update({ metadata })
    const list = service.acme().integrations.list({ size: 200 })
    await expectCut(await list, await collect(service.acme().integrations.list({ size: 200 })))
  })
})

test('an item that is larger than a page is a page', async () => {
  await service.db('agents').delete()
  const metadata = JSON.stringify({ filler: 'x'.repeat(2 * mostBytes) })
  const row = { instance_id: 'acme', name: 'Large', type: 'HUMAN', active: true, capabilities: [], metadata }
  await service.db('agents').insert([
    { ...row, id: 'one' },
    { ...row, id: 'two' },
  ])
  expect((await service.acme().agents.list({})).items).toHaveLength(1)
  expect(await collect(service.acme().agents.list({}))).toHaveLength(2)
})
