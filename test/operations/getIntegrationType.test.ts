import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../server/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const path = '/instances/acme/integration-types'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('every type reads as it is listed, each with an ETag of its own', async () => {
    const listed = await service.request(`${path}?size=200`)
    const types = asArray(asObject(listed.json)['content']).map(asObject)
    const read = await Promise.all(types.map(({ type }) => service.request(`${path}/${String(type)}`)))
    expect(read.map(({ json }) => json)).toEqual(types)
    const etags = read.map(({ headers }) => headers.get('etag'))
    expect(etags.every((etag) => /^"[^"]+"$/.test(etag ?? ''))).toBe(true)
    expect(new Set(etags).size).toBe(types.length)
  })

  test('Slack asks for one secret, and shows no example of it', async () => {
    const { json } = await service.request(`${path}/SLACK`, { role: 'Viewer' })
    expect(json).toEqual({
      type: 'SLACK',
      name: 'Slack',
      group: 'other',
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

describe('304', () => {
  test('a type that the caller holds is not sent again', async () => {
    const first = await service.request(`${path}/SLACK`)
    const etag = first.headers.get('etag') ?? ''
    const held = await service.request(`${path}/SLACK`, { headers: { 'If-None-Match': `W/"0", ${etag}` } })
    expect(held).toMatchObject({ status: 304, text: '' })
    expect(held.headers.get('etag')).toBe(etag)
    const other = await service.request(`${path}/ZENDESK`, { headers: { 'If-None-Match': etag } })
    expect(other.status).toBe(200)
  })
})

describe('400', () => {
  test.each(['slack', 'SLACK.yaml', '..%2FSLACK', '__PROTO__', 'A'.repeat(65)])(
    'a type cannot be called %s',
    async (type) => {
      const refused = await service.request(`${path}/${type}`)
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
      expect(faultsOf(refused)).toEqual([expect.stringMatching(/^path \/type (pattern|maxLength)$/)])
    },
  )
})

describe('404', () => {
  test('there is no such type', async () => {
    expect(await service.request(`${path}/CARRIER_PIGEON`)).toMatchObject({
      status: 404,
      json: { code: 'integration_type_not_found' },
    })
  })
})
