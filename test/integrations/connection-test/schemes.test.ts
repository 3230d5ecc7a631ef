import { createHash, createHmac } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { googleKey, runTest } from './vendor.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

const fixedNow = Date.parse('2026-11-21T07:41:53.512Z')

interceptVendors()
afterEach(() => {
  const unused = nock.pendingMocks()
  nock.cleanAll()
  expect(unused).toEqual([])
})

describe('schemes that put the credentials into the request', () => {
  it('basic: UTF-8, name and password', async () => {
    const headers = await headersOf('ZENDESK', 'https://acme.zendesk.com', {
      metadata: { email: 'zoë@example.com' },
      secrets: { apiToken: 'pässwort' },
    })
    expect(decodeBasic(headers)).toBe('zoë@example.com/token:pässwort')
  })

  it('basic: an empty password stays', async () => {
    const headers = await headersOf('CLOSE', 'https://api.close.com', { secrets: { apiKey: 'key' } })
    expect(decodeBasic(headers)).toBe('key:')
  })

  it('bearer', async () => {
    const headers = await headersOf('HUBSPOT', 'https://api.hubapi.com', { secrets: { accessToken: 'abc' } })
    expect(headers).toMatchObject({ authorization: 'Bearer abc', 'user-agent': 'instance-administration' })
  })

  it('header: the raw token, and with a prefix', async () => {
    const raw = await headersOf('DIXA', 'https://dev.dixa.io', { secrets: { apiKey: 'abc' } })
    expect(raw['authorization']).toBe('abc')
    const prefixed = await headersOf('PAGERDUTY', 'https://api.pagerduty.com', { secrets: { apiKey: 'abc' } })
    expect(prefixed['authorization']).toBe('Token token=abc')
  })

  it('headers: several', async () => {
    const headers = await headersOf('COPPER', 'https://api.copper.com', {
      metadata: { userEmail: 'me@example.com' },
      secrets: { apiKey: 'abc' },
    })
    expect(headers).toMatchObject({
      'x-pw-accesstoken': 'abc',
      'x-pw-application': 'developer_api',
      'x-pw-useremail': 'me@example.com',
    })
  })

  it('optional headers are sent with a value only', async () => {
    const headers = await headersOf('OPENAI', 'https://api.openai.com', {
      metadata: { organizationId: 'org-12345678', projectId: '' },
    })
    expect(headers['openai-organization']).toBe('org-12345678')
    expect(headers).not.toHaveProperty('openai-project')
  })

  it.each([
    ['a line break', 'abc\r\nx-injected: 1'],
    ['a character beyond ASCII', 'abc€'],
  ])('a value with %s sends nothing', async (_what, apiKey) => {
    expect((await runTest('DIXA', { secrets: { apiKey } })).outcome).toBe('invalid_configuration')
  })
})

describe('by field', () => {
  const baseUrl = 'https://api.example.test/v1/'

  it('none', async () => {
    const headers = await headersOf('HTTP', 'https://api.example.test', {
      metadata: { baseUrl, authType: 'none' },
    })
    expect(headers).not.toHaveProperty('authorization')
  })

  it('basic', async () => {
    const headers = await headersOf('HTTP', 'https://api.example.test', {
      metadata: { baseUrl, authType: 'basic', username: 'svc' },
      secrets: { password: 'pw' },
    })
    expect(decodeBasic(headers)).toBe('svc:pw')
  })

  it('bearer', async () => {
    const headers = await headersOf('HTTP', 'https://api.example.test', {
      metadata: { baseUrl, authType: 'bearer' },
      secrets: { token: 'abc' },
    })
    expect(headers['authorization']).toBe('Bearer abc')
  })

  it('header', async () => {
    const headers = await headersOf('HTTP', 'https://api.example.test', {
      metadata: { baseUrl, authType: 'header', headerName: 'X-Api-Key' },
      secrets: { headerValue: 'a b' },
    })
    expect(headers['x-api-key']).toBe('a b')
  })

  it('joins base URL and test path with one slash, and keeps the query', async () => {
    nock('https://api.example.test').get('/v1/health?deep=true').reply(200)
    const metadata = { baseUrl, testPath: '/health?deep=true', authType: 'none' }
    expect((await runTest('HTTP', { metadata })).outcome).toBe('ok')
  })

  it.each([
    { why: 'a case without its fields', metadata: { authType: 'basic' } },
    { why: 'a case that does not exist', metadata: { authType: 'constructor' } },
    { why: 'a path that would extend the host', metadata: { authType: 'none', testPath: '.example.org/' } },
  ])('$why is a wrong configuration', async ({ metadata }) => {
    expect((await runTest('HTTP', { metadata: { baseUrl, ...metadata } })).outcome).toBe('invalid_configuration')
  })
})

describe('token schemes', () => {
  it('client credentials in Basic', async () => {
    const { form, headers } = await tokenRequestOf('GENESYS_CLOUD', { secrets: { clientSecret: 's:c' } })
    expect(form).toEqual({ grant_type: 'client_credentials' })
    expect(decodeBasic(headers)).toBe('00000000-0000-0000-0000-000000000000:s:c')
  })

  it('client credentials in the body, with scope and parameters', async () => {
    const dynamics = await tokenRequestOf('MICROSOFT_DYNAMICS_365', {
      metadata: { environmentUrl: 'https://acme.crm4.dynamics.com/', clientId: 'id' },
      secrets: { clientSecret: 'a&b=c' },
    })
    expect(dynamics.form).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id',
      client_secret: 'a&b=c',
      scope: 'https://acme.crm4.dynamics.com/.default',
    })
    const box = await tokenRequestOf('BOX', { metadata: { enterpriseId: '42' } })
    expect(box.form).toMatchObject({ box_subject_type: 'enterprise', box_subject_id: '42' })
  })

  it('password, with the client percent-encoded in Basic', async () => {
    const { form, headers } = await tokenRequestOf('NICE_CXONE', {
      metadata: { accessKeyId: 'key id', clientId: 'app@acme:1' },
      secrets: { accessKeySecret: 'pw', clientSecret: 'ä' },
    })
    expect(form).toEqual({ grant_type: 'password', username: 'key id', password: 'pw' })
    expect(decodeBasic(headers)).toBe('app%40acme%3A1:%C3%A4')
  })

  it('refresh token, with the header of the vendor; a "$" in the token is itself', async () => {
    nock('https://accounts.zoho.com')
      .post('/oauth/v2/token', /grant_type=refresh_token&refresh_token=r-t&client_id=/)
      .reply(200, { access_token: "a$&b$'c" })
    const headers = await headersOf('ZOHO_CRM', 'https://www.zohoapis.com', {
      secrets: { refreshToken: 'r-t' },
    })
    expect(headers['authorization']).toBe("Zoho-oauthtoken a$&b$'c")
  })

  it('static JWT bearer', async () => {
    const { form } = await tokenRequestOf('RINGCENTRAL', { secrets: { jwt: 'a.b.c' } })
    expect(form).toEqual({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'a.b.c' })
  })

  it('Google service account: an assertion that its public key verifies', async () => {
    const { form } = await tokenRequestOf('GOOGLE_DRIVE', {
      metadata: {
        serviceAccountEmail: 'a@p.iam.gserviceaccount.com',
        delegatedUserEmail: 'user@example.com',
      },
      now: () => fixedNow,
    })
    expect(form['grant_type']).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload, protectedHeader } = await jwtVerify(
      form['assertion'] ?? '',
      await importSPKI(googleKey.publicKey, 'RS256'),
      { currentDate: new Date(fixedNow) },
    )
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
    expect(payload).toEqual({
      iss: 'a@p.iam.gserviceaccount.com',
      sub: 'user@example.com',
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/drive.metadata.readonly',
      iat: Math.floor(fixedNow / 1000),
      exp: Math.floor(fixedNow / 1000) + 300,
    })
  })

  it('Google service account: a key that is none is told before any request', async () => {
    const privateKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'
    expect((await runTest('GOOGLE_BIGQUERY', { secrets: { privateKey } })).outcome).toBe('bad_credentials')
  })
})

describe('signatures', () => {
  it('AWS: key, date and region of the scope, session token and host signed', async () => {
    const headers = await headersOf('AMAZON_CONNECT', 'https://connect.us-east-1.amazonaws.com', {
      metadata: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE' },
      secrets: { secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', sessionToken: 'session' },
      now: () => fixedNow,
    })
    expect(headers).toMatchObject({ 'x-amz-date': '20261121T074153Z', 'x-amz-security-token': 'session' })
    expect(headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20261121\/us-east-1\/connect\/aws4_request, SignedHeaders=accept;host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    )
  })

  it('AWS: the signature is the one of the published algorithm', async () => {
    const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    const headers = await headersOf('AWS_BEDROCK', 'https://bedrock.us-east-1.amazonaws.com', {
      metadata: { region: 'us-east-1' },
      secrets: { secretAccessKey, sessionToken: '' },
      now: () => fixedNow,
    })
    const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
    const canonical = [
      'GET',
      '/foundation-models',
      '',
      'accept:application/json\nhost:bedrock.us-east-1.amazonaws.com\nx-amz-date:20261121T074153Z\n',
      'accept;host;x-amz-date',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ].join('\n')
    const scope = ['20261121', 'us-east-1', 'bedrock', 'aws4_request']
    const key = scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
    const toSign = `AWS4-HMAC-SHA256\n20261121T074153Z\n${scope.join('/')}\n${sha256(canonical)}`
    expect(headers['authorization']).toContain(`Signature=${hmac(key, toSign).toString('hex')}`)
  })

  it('webhook: HMAC-SHA-256 over time and body', async () => {
    const headers = await headersOf('WEBHOOK', 'https://hooks.example.com', {
      secrets: { signingSecret: 'signing-secret-of-16' },
      now: () => fixedNow,
    })
    const timestamp = String(Math.floor(fixedNow / 1000))
    const expected = createHmac('sha256', 'signing-secret-of-16').update(`${timestamp}.{"type":"ping"}`).digest('hex')
    expect(headers).toMatchObject({
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `sha256=${expected}`,
    })
  })

  it('webhook: unsigned without a secret', async () => {
    const headers = await headersOf('WEBHOOK', 'https://hooks.example.com', {
      secrets: { signingSecret: '' },
    })
    expect(headers).not.toHaveProperty('x-webhook-signature')
  })
})

/** The headers of the one request that a test sends to `host`. */
async function headersOf(
  id: string,
  host: string,
  changes: Parameters<typeof runTest>[1],
): Promise<Record<string, string>> {
  let headers: Record<string, string> = {}
  for (const method of ['GET', 'POST']) {
    nock(host)
      .intercept(/.*/, method)
      .optionally()
      .reply(function () {
        headers = flatten(this.req.headers)
        return [200, '{}']
      })
  }
  await runTest(id, changes)
  nock.cleanAll()
  return headers
}

async function tokenRequestOf(
  id: string,
  changes: Parameters<typeof runTest>[1],
): Promise<{ form: Record<string, string>; headers: Record<string, string> }> {
  let form: Record<string, string> = {}
  let headers: Record<string, string> = {}
  nock(/./)
    .post(/.*/)
    .reply(function (_uri, body) {
      form = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : flatten(body)
      headers = flatten(this.req.headers)
      return [401, '{}']
    })
  await runTest(id, changes)
  return { form, headers }
}

function flatten(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), String(value)]))
}

function decodeBasic(headers: Record<string, string>): string {
  return Buffer.from((headers['authorization'] ?? '').replace('Basic ', ''), 'base64').toString()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
