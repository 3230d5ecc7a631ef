import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { untypedIntegration } from '../../sdk/src/index.ts'
import { loadOwnTypes } from '../../server/integrations/own-types.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

interceptVendors()

const [, file = ''] =
  /```yaml X_TICKET_DESK\.yaml\n(.*?)```/s.exec(readFileSync('docs/integration-types.md', 'utf8')) ?? []
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function folderWith(text: string, name = 'X_TICKET_DESK.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'own-types-'))
  folders.push(folder)
  writeFileSync(join(folder, name), text)
  return folder
}

test('the example of the document is a type like any other, until its file is gone', async () => {
  const hosts = ['desk.corp.example']
  const config = { integrationTypesDir: folderWith(file), integrationTypesHosts: hosts }
  const service = await startTestService(config, { lookup: async () => ['93.184.215.14'] })
  const { integrations, integrationTypes } = service.acme('Editor')
  expect(await integrationTypes.get('X_TICKET_DESK')).toMatchObject({ name: 'Ticket Desk', group: 'contact_center' })
  expect((await integrationTypes.list({ search: 'ticket' })).items).toHaveLength(1)
  const input = { name: 'Desk', type: 'X_TICKET_DESK', metadata: { apiToken: 'secret-token-1' } }
  const { id, configuredSecrets } = await integrations.create(untypedIntegration(input))
  expect(configuredSecrets).toEqual(['apiToken'])
  nock('https://desk.corp.example', { reqheaders: { authorization: 'Bearer secret-token-1' } })
    .get('/api/me')
    .reply(200)
  expect(await integrations.test(id)).toMatchObject({ outcome: 'ok', message: 'The connection to Ticket Desk works.' })

  const without = await startTestService({ databaseUrl: service.databaseUrl })
  const acme = without.acme('Editor').integrations
  expect(await acme.get(id)).toMatchObject({ type: 'X_TICKET_DESK', metadata: {} })
  expect(await acme.test(id)).toMatchObject({ outcome: 'invalid_configuration' })
  expect(await refusal(acme.create(untypedIntegration(input)))).toMatchObject({ status: 422 })
  await acme.delete(id)
  await without.close()
  await service.close()
})

describe('a file that is not right stops the start:', () => {
  const loading = (text: string, name?: string) => () => loadOwnTypes(folderWith(text, name), ['*.corp.example'])

  test.each([
    ['a name that a release could have', file, 'TICKET_DESK.yaml', 'TICKET_DESK.yaml: the name of a type of your own'],
    [
      'a host that is not allowed',
      file.replace('[desk.corp', '[desk.evil'),
      undefined,
      'have the host desk.evil.example',
    ],
    ['any host', file.replace('[desk.corp.example]', "['*']"), undefined, 'does not have the host *'],
    ['more hosts than those', file.replace('[desk.corp.example]', "['*.example']"), undefined, 'the host *.example'],
    [
      'a fault, with its line',
      file.replace('secret: true', 'secret: maybe'),
      undefined,
      'X_TICKET_DESK.yaml: line 8: /fi',
    ],
  ])('%s', (_what, text, name, message) => {
    expect(loading(text, name)).toThrow(message)
  })

  test('hosts below an allowed one are right', () => {
    expect([
      ...loading(file.replace('[desk.corp.example]', "['eu.desk.corp.example', '*.corp.example']"))().keys(),
    ]).toEqual(['X_TICKET_DESK'])
  })
})
