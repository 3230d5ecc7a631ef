import { afterEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../../contract/integration-types.ts'
import { testConnection } from '../../../server/integrations/connection-test/run.ts'
import { pointers, publicAddress, runTest, samples, states, typeOf, vendorText } from './vendor.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

interceptVendors()
afterEach(() => {
  const unused = nock.pendingMocks()
  nock.cleanAll()
  expect(unused).toEqual([])
})

describe('Slack answers 200 to everything', () => {
  it.each<[string, Outcome]>([
    ['invalid_auth', 'bad_credentials'],
    ['token_revoked', 'bad_credentials'],
    ['missing_scope', 'missing_permission'],
    ['an_error_of_tomorrow', 'unexpected_response'],
  ])('ok: false with %s is %s', async (error, outcome) => {
    nock('https://slack.com').post('/api/auth.test').reply(200, { ok: false, error })
    expect((await runTest('SLACK')).outcome).toBe(outcome)
  })

  it('ok: "true" is not ok: true', async () => {
    nock('https://slack.com').post('/api/auth.test').reply(200, { ok: 'true' })
    expect((await runTest('SLACK')).outcome).toBe('unexpected_response')
  })
})

describe('flags in an answer with status 200', () => {
  it.each<[string, string, string, unknown, Outcome]>([
    ['APOLLO', 'https://api.apollo.io', '/api/v1/auth/health', { is_logged_in: true }, 'ok'],
    [
      'APOLLO',
      'https://api.apollo.io',
      '/api/v1/auth/health',
      { healthy: true, is_logged_in: false },
      'bad_credentials',
    ],
    ['ATTIO', 'https://api.attio.com', '/v2/self', { active: true }, 'ok'],
    ['ATTIO', 'https://api.attio.com', '/v2/self', { active: false }, 'bad_credentials'],
    ['PINECONE', 'https://api.pinecone.io', '/indexes', { indexes: [] }, 'ok'],
    ['LINEAR', 'https://api.linear.app', '/graphql', { errors: [{ message: vendorText }] }, 'bad_credentials'],
    ['LINEAR', 'https://api.linear.app', '/graphql', { data: { viewer: null } }, 'bad_credentials'],
    ['JIRA', 'https://acme.atlassian.net', '/rest/api/3/myself', { accountId: null }, 'unexpected_response'],
    [
      'CONFLUENCE',
      'https://acme.atlassian.net',
      '/wiki/rest/api/user/current',
      { type: 'anonymous' },
      'bad_credentials',
    ],
  ])('%s: %s%s %j is %s', async (id, host, path, body, outcome) => {
    nock(host)
      .intercept(path, id === 'LINEAR' ? 'POST' : 'GET')
      .reply(200, JSON.stringify(body))
    expect((await runTest(id)).outcome).toBe(outcome)
  })
})

describe('Salesforce', () => {
  const login = (): nock.Interceptor => nock('https://acme.my.salesforce.com').post('/services/oauth2/token')

  it.each<[number, string, Outcome]>([
    [400, 'invalid_client_id', 'bad_credentials'],
    [401, 'invalid_client', 'bad_credentials'],
    [400, 'invalid_grant', 'bad_credentials'],
    [400, 'unsupported_grant_type', 'invalid_configuration'],
    [400, 'unauthorized_client', 'missing_permission'],
    [400, 'invalid_scope', 'invalid_configuration'],
    [400, 'an_error_of_tomorrow', 'invalid_configuration'],
    [503, 'invalid_client', 'vendor_unavailable'],
  ])('token answer %i %s is %s', async (status, error, outcome) => {
    login().reply(status, { error, error_description: vendorText })
    expect((await runTest('SALESFORCE')).outcome).toBe(outcome)
  })

  it('says that the organisation may block the flow', async () => {
    login().reply(400, { error: 'invalid_grant', error_description: vendorText })
    expect((await runTest('SALESFORCE')).message).toBe(
      'Salesforce did not accept the credentials. ' +
        'Check Username and Password + Security Token and repeat the test. ' +
        'A wrong Instance URL fails the same way. ' +
        'The answer is the same when the organisation blocks this way of signing in, which Salesforce retires: ' +
        'then choose "Consumer key and secret, without a user" as Authentication. ' +
        'It is the same for an inactive user, too.',
    )
  })

  describe('by client credentials', () => {
    const metadata = { authMode: 'client_credentials' }
    const form = { grant_type: 'client_credentials', client_id: /.+/, client_secret: /.+/ }
    const signIn = () => nock('https://acme.my.salesforce.com').post('/services/oauth2/token', form)

    it('signs in without a user, and asks the instance that the token names', async () => {
      signIn().reply(200, { access_token: 'abc', instance_url: 'https://acme.my.salesforce.com' })
      nock('https://acme.my.salesforce.com', { reqheaders: { authorization: 'Bearer abc' } })
        .get('/services/oauth2/userinfo')
        .reply(200, {})
      const { consumerKey = '', instanceUrl = '' } = samples(typeOf('SALESFORCE'), false)
      const secrets = { consumerSecret: 'secret-consumer-1' }
      const input = { type: typeOf('SALESFORCE'), metadata: { ...metadata, consumerKey, instanceUrl }, secrets }
      const result = await testConnection({ ...input, lookup: async () => [publicAddress] })
      expect([result.outcome, states(result)]).toEqual(['ok', 'ppppppp'])
    })

    it('blames no user when the app is refused', async () => {
      signIn().reply(400, { error: 'invalid_grant', error_description: 'no client credentials user enabled' })
      const result = await runTest('SALESFORCE', { metadata })
      expect(pointers(result)).toEqual(['/metadata/consumerKey', '/metadata/consumerSecret'])
      expect(result.message).toContain('The answer is the same when the app has no user to run as')
    })
  })

  it('sends the second request to the instance that the token names, when it is one of Salesforce', async () => {
    login().reply(200, { access_token: 'abc', instance_url: 'https://acme--dev.sandbox.my.salesforce.com' })
    nock('https://acme--dev.sandbox.my.salesforce.com', { reqheaders: { authorization: 'Bearer abc' } })
      .get('/services/oauth2/userinfo')
      .reply(200, {})
    expect((await runTest('SALESFORCE')).outcome).toBe('ok')
  })

  it.each([
    'https://attacker.example.test',
    'https://acme.my.salesforce.com.example.test',
    'https://example.test/acme.my.salesforce.com',
    'https://acme.my.salesforce.com@example.test',
    'https://user:password@acme.my.salesforce.com',
    'http://acme.my.salesforce.com',
    'https://acme.my.salesforce.com:8443',
    'https://127.0.0.1',
    'https://169.254.169.254',
  ])('the token never goes to %s', async (instanceUrl) => {
    login().reply(200, { access_token: 'abc', instance_url: instanceUrl })
    expect((await runTest('SALESFORCE')).outcome).toBe('blocked_host')
  })

  it('a token answer without an instance is a wrong configuration', async () => {
    login().reply(200, { access_token: 'abc' })
    expect((await runTest('SALESFORCE')).outcome).toBe('invalid_configuration')
  })

  it('resolves the instance that the token names again, and checks it', async () => {
    login().reply(200, { access_token: 'abc', instance_url: 'https://inside.my.salesforce.com' })
    const lookup = (host: string): Promise<string[]> =>
      Promise.resolve([host.startsWith('inside') ? '10.0.0.1' : publicAddress])
    expect((await runTest('SALESFORCE', { lookup })).outcome).toBe('blocked_host')
  })

  it.each([
    ['invalid_client', ['/metadata/consumerKey', '/metadata/consumerSecret']],
    ['invalid_client_id', ['/metadata/consumerKey']],
    ['invalid_grant', ['/metadata/username', '/metadata/password']],
    ['constructor', ['/metadata/consumerKey', '/metadata/consumerSecret', '/metadata/username', '/metadata/password']],
  ])('a token that is refused with %s: to the token, and names the fields of that part', async (error, fields) => {
    login().reply(401, { error })
    const result = await runTest('SALESFORCE')
    expect([result.outcome, states(result), pointers(result)]).toEqual(['bad_credentials', 'ppppfss', fields])
  })

  it('a token for a host that is not allowed: to the request', async () => {
    const token = { access_token: 'abc', instance_url: 'https://attacker.example' }
    login().reply(200, token)
    const result = await runTest('SALESFORCE')
    expect([result.outcome, states(result)]).toEqual(['blocked_host', 'pppppfs'])
  })
})

describe('Shopify by client credentials', () => {
  it('sends the token in its own header', async () => {
    nock('https://acme.myshopify.com').post('/admin/oauth/access_token').reply(200, { access_token: 'shpat_abc' })
    nock('https://acme.myshopify.com', { badheaders: ['authorization'] })
      .get('/admin/oauth/access_scopes.json')
      .matchHeader('x-shopify-access-token', 'shpat_abc')
      .reply(200, {})
    const metadata = { authMode: 'client_credentials', clientId: '0123456789abcdef0123456789abcdef' }
    const secrets = { clientSecret: 'secret-client-1' }
    expect((await runTest('SHOPIFY', { metadata, secrets })).outcome).toBe('ok')
  })
})

describe('Zendesk by client credentials', () => {
  it('asks for a token that may read, at the host of the account', async () => {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'ours',
      client_secret: 'secret-client-1',
      scope: 'read',
    }
    nock('https://acme.zendesk.com').post('/oauth/tokens', form).reply(200, { access_token: 'abc' })
    nock('https://acme.zendesk.com', { reqheaders: { authorization: 'Bearer abc' } })
      .get(/users/)
      .reply(200, { users: [] })
    const metadata = { authMode: 'client_credentials', clientId: 'ours' }
    const secrets = { clientSecret: 'secret-client-1' }
    expect((await runTest('ZENDESK', { metadata, secrets })).outcome).toBe('ok')
  })
})

describe('Amazon Connect', () => {
  const describeInstance = (): nock.Interceptor =>
    nock('https://connect.us-east-1.amazonaws.com').get('/instance/11111111-2222-3333-4444-555555555555')

  const codes: [string, Outcome][] = [
    ['UnrecognizedClientException', 'bad_credentials'],
    ['ExpiredTokenException', 'bad_credentials'],
    ['InvalidSignatureException', 'bad_credentials'],
    ['RequestExpired', 'clock_skew'],
    ['AccessDeniedException', 'missing_permission'],
    ['ThrottlingException', 'rate_limited'],
    ['ResourceNotFoundException', 'not_found'],
  ]

  it.each(codes)('%s in the header, with its address behind it, is %s', async (code, outcome) => {
    const headers = { 'x-amzn-errortype': `${code}:http://internal.amazon.com/coral/` }
    describeInstance().reply(403, { message: vendorText }, headers)
    expect((await runTest('AMAZON_CONNECT')).outcome).toBe(outcome)
  })

  it.each(codes)('%s in the body, with its namespace before it, is %s', async (code, outcome) => {
    describeInstance().reply(400, { __type: `com.amazon.coral.service#${code}`, message: vendorText })
    expect((await runTest('AMAZON_CONNECT')).outcome).toBe(outcome)
  })

  it('an instance that is not active is a wrong configuration', async () => {
    describeInstance().reply(200, { Instance: { InstanceStatus: 'CREATION_IN_PROGRESS' } })
    expect((await runTest('AMAZON_CONNECT')).outcome).toBe('invalid_configuration')
  })

  it('a code of tomorrow falls back to the status', async () => {
    describeInstance().reply(403, { __type: 'NewException' })
    expect((await runTest('AMAZON_CONNECT')).outcome).toBe('missing_permission')
  })
})

describe('others that differ from their status', () => {
  it('Zoho: a token error with status 200 is bad credentials', async () => {
    nock('https://accounts.zoho.com').post('/oauth/v2/token').reply(200, { error: 'invalid_code' })
    expect((await runTest('ZOHO_CRM')).outcome).toBe('bad_credentials')
  })

  it('GitHub: 403 with no requests left is a rate limit', async () => {
    nock('https://api.github.com').get('/user').reply(403, {}, { 'X-RateLimit-Remaining': '0' })
    expect((await runTest('GITHUB')).outcome).toBe('rate_limited')
  })

  it('ElevenLabs: 401 for a scoped key is a missing permission', async () => {
    nock('https://api.elevenlabs.io')
      .get('/v1/user')
      .reply(401, { detail: { status: 'missing_permissions' } })
    expect((await runTest('ELEVENLABS')).outcome).toBe('missing_permission')
  })

  it('S3: a redirect to the right region is a wrong configuration, and is not followed', async () => {
    nock('https://s3.us-east-1.amazonaws.com')
      .get('/acme-bucket?list-type=2&max-keys=1')
      .reply(301, '<Error><Code>PermanentRedirect</Code></Error>', {
        location: 'https://s3.eu-west-1.amazonaws.com/',
      })
    expect((await runTest('AWS_S3', { metadata: { bucket: 'acme-bucket' } })).outcome).toBe('invalid_configuration')
  })

  it('Snowflake: the underscore of an account is a hyphen in the host, and absent members are left out', async () => {
    nock('https://my-org-my-account.snowflakecomputing.com')
      .post('/api/v2/statements', { statement: 'SELECT CURRENT_TIMESTAMP', timeout: 20, warehouse: 'WH' })
      .reply(202, {})
    const secrets = { accessToken: 'token' }
    const metadata = { accountIdentifier: 'my_org-my_account', warehouse: 'WH', role: '' }
    expect((await runTest('SNOWFLAKE', { metadata, secrets })).outcome).toBe('ok')
  })
})
