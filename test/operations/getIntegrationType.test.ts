import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('every type reads as it is listed, each with an ETag of its own', async () => {
    const { integrationTypes } = service.acme()
    const { items: types } = await integrationTypes.list({ size: 200 })
    const read = await Promise.all(types.map(({ type }) => integrationTypes.get(type).withResponse()))
    expect(read.map(({ data }) => data)).toEqual(types)
    const etags = read.map(({ version }) => version)
    expect(etags.every((etag) => /^"[^"]+"$/.test(etag ?? ''))).toBe(true)
    expect(new Set(etags).size).toBe(types.length)
  })

  test('Slack asks for one secret, and shows no example of it', async () => {
    expect(await service.acme('Viewer').integrationTypes.get('SLACK')).toEqual({
      type: 'SLACK',
      name: 'Slack',
      group: 'other',
      credentialsUrl: 'https://api.slack.com/apps',
      fields: [
        {
          key: 'botToken',
          label: 'Bot User OAuth Token',
          required: true,
          secret: true,
          maxLength: 4096,
          pattern: String.raw`^[\x21-\x7E]{8,4096}$`,
          hint: 'starts with xoxb-',
        },
      ],
    })
  })
})

describe('400', () => {
  test.each(['slack', 'SLACK.yaml', '..SLACK', '__PROTO__', 'A'.repeat(65)])(
    'a type cannot be called %s',
    async (type) => {
      const refused = await refusal(service.acme().integrationTypes.get(type))
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(faultsOf(refused)).toEqual([expect.stringMatching(/^path \/type (pattern|maxLength)$/)])
    },
  )
})
