import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, human, summariser } from '../helpers/data/agents.ts'
import { integrations } from '../helpers/data/integrations.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

/** An item of a list has the ETag of its resource, so that whoever walks a list changes only what was read. */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const acme = service.acme()
  await acme.users.create(userInput('ada'))
  await acme.users.create(userInput('grace'))
  await acme.agents.create(summariser)
  await acme.agents.create(human)
  await integrations(service).create()
  const model = await acme.twuModels.create(completeInput())
  await acme.twuModels.publish(model.id)
  await acme.twuModels.versions.create(model.id, completeInput('Refunds'))
})
afterAll(() => service.close())

describe('the tag of an item', () => {
  test('is the ETag of the resource, in every list and in the resource itself', async () => {
    const acme = service.acme()
    const [model] = (await acme.twuModels.list()).items
    const { versions } = acme.twuModels
    const read = [
      ...(await acme.users.list()).items.map((item) => ({ item, single: acme.users.get(item.id) })),
      ...(await acme.agents.list()).items.map((item) => ({ item, single: acme.agents.get(item.id) })),
      ...(await acme.integrations.list()).items.map((item) => ({ item, single: acme.integrations.get(item.id) })),
      ...(await acme.twuModels.list()).items.map((item) => ({ item, single: acme.twuModels.get(item.id) })),
      ...(await versions.list(model?.id ?? '')).items.map((item) => ({
        item,
        single: versions.get(item.modelId, item.version),
      })),
    ]
    expect(read.length).toBe(8)
    for (const { item, single } of read) {
      const { data, version } = await single.withResponse()
      expect([item.etag, data.etag]).toEqual([version, version])
    }
  })

  test('makes a walk safe: what somebody else changed meanwhile is not overwritten', async () => {
    const { items } = await service.acme().agents.list({ sort: 'name,asc' })
    const [first] = items
    if (!first) throw new Error('There are agents.')
    const theirs = await service.acme().agents.update(first.id, { ...first, priority: 'high' })
    const outcomes = await Promise.allSettled(
      items.map((agent) =>
        service.acme().agents.update(agent.id, { ...agent, active: false }, { ifMatch: agent.etag }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(outcomes[0]).toMatchObject({ reason: { code: 'precondition_failed' } })
    expect((await agents(service).read(first.id)).body).toEqual(theirs)
  })

  test('changes with the state, and what is sent of it in a body is ignored', async () => {
    const [agent] = (await service.acme().agents.list()).items
    if (!agent) throw new Error('There are agents.')
    const changed = await service.acme().agents.update(agent.id, { ...agent, priority: 'low', etag: '"77"' })
    expect(changed.etag).not.toBe(agent.etag)
    expect(changed.etag).not.toBe('"77"')
  })
})
