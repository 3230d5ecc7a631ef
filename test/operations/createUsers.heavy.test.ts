import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../helpers/service.ts'

test('two hundred users fit, however long their names are', async () => {
  const service = await startTestService({ identityDirectory: 'none' })
  onTestFinished(() => service.close())
  const users = Array.from({ length: 200 }, (_, at) => ({
    username: '😀'.repeat(124) + String(at),
    email: `${'e'.repeat(60)}-${at}@${'d'.repeat(60)}.example`,
    name: '語'.repeat(128),
    middleName: '語'.repeat(128),
    familyName: '語'.repeat(128),
  }))
  const { results } = await service.acme().users.createMany({ users })
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await service.acme().users.list({ size: 1 })).page.totalElements).toBe(200)
})
