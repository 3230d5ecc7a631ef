import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCodePoints } from '../helpers/data/any-code-points.ts'
import { loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'
import {
  checkMetadata,
  mergeForUpdate,
  splitMetadata,
  type Metadata,
  type StoredMetadata,
} from '../../contract/rules/metadata.ts'

const types = loadIntegrationTypes(join(import.meta.dirname, '../../spec/integration-types'))
const goodSecret = 'correct-horse-battery-staple'

const salesforce = {
  instanceUrl: 'https://acme.my.salesforce.com',
  consumerKey: '3MVG9EXAMPLEEXAMPLEEXAMPLE',
  consumerSecret: goodSecret,
  username: 'integration@example.com',
  password: goodSecret,
}
const amazon = {
  instanceId: '11111111-2222-3333-4444-555555555555',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const slack = { botToken: 'xoxb-0123456789-abcdefghij' }

describe('metadata that is accepted', () => {
  it.each<[string, Metadata]>([
    ['SALESFORCE', salesforce],
    ['AMAZON_CONNECT', amazon],
    ['SLACK', slack],
    ['POSTGRESQL', { host: 'db.example.com', port: '65535', database: 'app', username: 'r', password: 'pä ss"wörd' }],
    ['WEBHOOK', { url: 'https://hooks.example.com:8443/work?key=a%20b' }],
    ['HTTP', { baseUrl: 'https://api.example.com', authType: 'none' }],
    ['HTTP', { baseUrl: 'https://api.example.com/v1', authType: 'basic', username: 'svc', password: goodSecret }],
    ['GITLAB', { accessToken: goodSecret }],
  ])('%s %j', (id, metadata) => {
    expect(checkMetadata(type(id), metadata)).toEqual([])
  })

  it('has as many characters as its field may have, each an emoji', () => {
    const postgresql = { host: 'db.example.com', database: 'app', username: 'r' }
    const told = [4096, 4097].map((count) => {
      const [found] = checkMetadata(type('POSTGRESQL'), { ...postgresql, password: '😀'.repeat(count) })
      return found?.message
    })
    expect(told).toEqual([undefined, 'Password must not be longer than 4096 characters.'])
  })

  it('may hold a secret of another shape than the usual', () => {
    expect(checkMetadata(type('SLACK'), { botToken: 'a-new-kind-of-token' })).toEqual([])
  })
})

describe('a fault names the field by pointer and label', () => {
  it('when it is missing', () => {
    const { instanceUrl: _left, ...rest } = salesforce
    expect(checkMetadata(type('SALESFORCE'), rest)).toEqual([
      { pointer: '/metadata/instanceUrl', code: 'missing', message: 'Instance URL is missing.' },
    ])
  })

  it('when it is malformed', () => {
    expect(faults('SALESFORCE', { ...salesforce, instanceUrl: 'http://acme.my.salesforce.com' })).toEqual([
      {
        pointer: '/metadata/instanceUrl',
        code: 'malformed',
        message:
          'Instance URL is not valid (My Domain URL, not *.lightning.force.com). An example is "https://acme.my.salesforce.com".',
      },
    ])
  })

  it.each([
    [
      'SLACK',
      'botToken',
      'xoxb-1',
      'must have 8 or more characters, none of them a space or beyond ASCII (starts with xoxb-).',
    ],
    ['POSTGRESQL', 'port', '0', 'is not valid (a number from 1 to 65535).'],
    ['OKTA', 'orgUrl', 'http://dev.okta.com', 'is not valid. An example is "https://dev-00000000.okta.com".'],
  ])('and the rule that it breaks: %s %s', (name, key, value, rule) => {
    const found = faults(name, { [key]: value }).find(({ code }) => code === 'malformed')
    expect(found?.message.endsWith(` ${rule}`)).toBe(true)
  })

  it('when it is no field of the type, with the fields that are', () => {
    expect(faults('SLACK', { ...slack, 'a/b~c': 'x' })).toEqual([
      {
        pointer: '/metadata/a~1b~0c',
        code: 'unknown',
        message: '"a/b~c" is no field of Slack. Its fields are botToken.',
      },
    ])
  })

  it('for an unknown field, with a name that is cut and still text', () => {
    const [found] = faults('SLACK', { botToken: 'xoxb-1234567890', [`${'k'.repeat(63)}😀😀`]: 'x' })
    expect(found?.pointer).toBe(`/metadata/${'k'.repeat(63)}😀`)
  })

  it('for every fault, not the first', () => {
    const found = faults('SALESFORCE', {
      instanceUrl: 'nope',
      consumerKey: 7,
      extra: 'x',
      password: '••••••••',
    })
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/metadata/extra', 'unknown'],
      ['/metadata/instanceUrl', 'malformed'],
      ['/metadata/consumerKey', 'malformed'],
      ['/metadata/consumerSecret', 'missing'],
      ['/metadata/username', 'missing'],
      ['/metadata/password', 'masked'],
    ])
  })

  it('and never the value', () => {
    const hostile = 'hunter2\u0000'
    const all = [...types.values()].flatMap((type) => {
      const metadata = Object.fromEntries(type.fields.map(({ key }): [string, string] => [key, hostile]))
      return checkMetadata(type, metadata)
    })
    expect(all.length).toBeGreaterThan(types.size)
    expect(JSON.stringify(all)).not.toContain('hunter2')
  })
})

describe('a value is refused', () => {
  it.each<[string, string, unknown]>([
    ['a number', 'malformed', 7],
    ['null', 'malformed', null],
    ['an object', 'malformed', { $ne: '' }],
    ['an array', 'malformed', ['https://acme.my.salesforce.com']],
    ['an empty string', 'missing', ''],
    ['a host of another vendor', 'malformed', 'https://acme.my.salesforce.com.evil.example'],
    ['user info', 'malformed', 'https://acme.my.salesforce.com@evil.example'],
    ['a backslash', 'malformed', 'https://evil.example\\.my.salesforce.com'],
    ['a line break at the end', 'malformed', 'https://acme.my.salesforce.com\n'],
    ['a text that is too long', 'malformed', `https://${'a.'.repeat(200)}my.salesforce.com`],
  ])('for %s: %s', (_reason, code, instanceUrl) => {
    expect(faults('SALESFORCE', { ...salesforce, instanceUrl })).toMatchObject([
      { pointer: '/metadata/instanceUrl', code },
    ])
  })

  it.each<[string, string, Metadata]>([
    ['NUL, which jsonb cannot hold', 'username', { ...salesforce, username: 'a\0bc' }],
    ['half a surrogate pair', 'username', { ...salesforce, username: 'abc\ud800' }],
    ['a line break in a password', 'password', { ...salesforce, password: 'abc\r\nX-Evil: 1' }],
    ['a token that is no header value', 'consumerSecret', { ...salesforce, consumerSecret: 'sécret-sécret' }],
  ])('for %s', (_reason, key, metadata) => {
    expect(faults('SALESFORCE', metadata)).toMatchObject([{ pointer: `/metadata/${key}`, code: 'malformed' }])
  })

  it('for a choice that is not offered, with those that are', () => {
    expect(faults('INTERCOM', { accessToken: goodSecret, region: 'eu' })).toEqual([
      { pointer: '/metadata/region', code: 'not_allowed', message: 'Region must be one of: US, EU, AU.' },
    ])
  })

  it('for a forbidden one, whatever its case', () => {
    const metadata = {
      baseUrl: 'https://a.example',
      authType: 'header',
      headerName: 'hOST',
      headerValue: 'x',
    }
    expect(faults('HTTP', metadata)).toMatchObject([{ pointer: '/metadata/headerName', code: 'not_allowed' }])
  })

  it.each(['0', '65536', '99999', '-1', '5432 '])('for the port %j', (port) => {
    const metadata = { host: 'db.example.com', port, database: 'app', username: 'reader', password: goodSecret }
    expect(faults('POSTGRESQL', metadata)).toMatchObject([{ pointer: '/metadata/port', code: 'malformed' }])
  })

  it.each(['https://a.example:99999', 'https://a.example:443@evil.example', 'https://[::1]/', 'https://a.example/\\'])(
    'for the URL %s',
    (url) => {
      expect(faults('WEBHOOK', { url })).toMatchObject([{ pointer: '/metadata/url', code: 'malformed' }])
    },
  )

  it.each(['********', '*', '••••', '••••1234', 'AKIA****************', '●●●●●●'])('for the mask %s', (botToken) => {
    expect(faults('SLACK', { botToken })).toMatchObject([{ pointer: '/metadata/botToken', code: 'masked' }])
  })
})

describe('fields of a choice', () => {
  const base = { baseUrl: 'https://api.example.com' }

  it('are needed for that choice', () => {
    expect(faults('HTTP', { ...base, authType: 'basic' })).toMatchObject([
      { pointer: '/metadata/username', code: 'missing' },
      { pointer: '/metadata/password', code: 'missing' },
    ])
  })

  it('are refused for another', () => {
    expect(faults('HTTP', { ...base, authType: 'none', token: goodSecret })).toEqual([
      {
        pointer: '/metadata/token',
        code: 'not_allowed',
        message: 'Bearer token is only used when Authentication is bearer.',
      },
    ])
  })
})

describe('keys of the prototype', () => {
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

  it.each(keys)('%s are unknown fields', (key) => {
    const metadata: Metadata = { ...slack, ...Object.fromEntries([[key, 'x']]) }
    expect(Object.keys(metadata)).toContain(key)
    expect(faults('SLACK', metadata)).toMatchObject([{ pointer: `/metadata/${key}`, code: 'unknown' }])
  })

  it('answer for no field', () => {
    const inherited: Metadata = { __proto__: slack }
    expect(inherited['botToken']).toBe(slack.botToken)
    expect(faults('SLACK', inherited)).toMatchObject([{ pointer: '/metadata/botToken', code: 'missing' }])
    expect(splitMetadata(type('SLACK'), inherited)).toEqual({ plain: {}, secrets: {} })
  })
})

describe('splitting', () => {
  it('separates what is stored as it is from what is sealed', () => {
    const { consumerSecret, password, ...plain } = salesforce
    expect(splitMetadata(type('SALESFORCE'), salesforce)).toEqual({
      plain,
      secrets: { consumerSecret, password },
    })
  })

  it('leaves out what is no field and what is no string', () => {
    expect(splitMetadata(type('SLACK'), { botToken: 7, other: 'x' })).toEqual({ plain: {}, secrets: {} })
  })
})

describe('an update', () => {
  const { consumerSecret: _secret, password: _password, ...plainSalesforce } = salesforce
  const storedSalesforce = { plain: plainSalesforce, secretKeys: ['consumerSecret', 'password'] }

  it('keeps the secrets that it leaves out', () => {
    const sent = { ...plainSalesforce, username: 'other@example.com', password: 'a new one' }
    expect(mergeForUpdate(type('SALESFORCE'), sent, storedSalesforce)).toEqual({
      ok: true,
      plain: { ...plainSalesforce, username: 'other@example.com' },
      secrets: { password: 'a new one' },
      keptSecrets: ['consumerSecret'],
    })
  })

  it('replaces the plain fields: what it leaves out is gone', () => {
    const stored = { plain: { projectId: 'proj_EXAMPLE00' }, secretKeys: ['apiKey'] }
    expect(mergeForUpdate(type('OPENAI'), { organizationId: 'org-EXAMPLE00' }, stored)).toMatchObject({
      ok: true,
      plain: { organizationId: 'org-EXAMPLE00' },
      keptSecrets: ['apiKey'],
    })
  })

  it('needs the secrets that were never stored', () => {
    const found = updateFaults('SALESFORCE', plainSalesforce, {
      plain: plainSalesforce,
      secretKeys: ['password'],
    })
    expect(found).toMatchObject([{ pointer: '/metadata/consumerSecret', code: 'missing' }])
  })

  it('that changes the host needs every stored secret again', () => {
    const moved = { ...plainSalesforce, instanceUrl: 'https://other.my.salesforce.com' }
    expect(updateFaults('SALESFORCE', { ...moved, password: goodSecret }, storedSalesforce)).toEqual([
      {
        pointer: '/metadata/consumerSecret',
        code: 'secret_required',
        message: 'Consumer Secret must be sent again, because Instance URL changes.',
      },
    ])
    expect(
      mergeForUpdate(
        type('SALESFORCE'),
        { ...moved, password: goodSecret, consumerSecret: goodSecret },
        storedSalesforce,
      ),
    ).toMatchObject({ ok: true, keptSecrets: [] })
  })

  it.each<[string, Metadata, Metadata]>([
    ['region', { region: 'EU' }, { region: 'US' }],
    ['optional host that was left out', {}, { region: 'EU' }],
  ])('that changes a %s is a change of host', (_which, plain, sent) => {
    const stored = { plain, secretKeys: ['accessToken'] }
    expect(updateFaults('INTERCOM', sent, stored)).toMatchObject([{ code: 'secret_required' }])
  })

  it.each<[Metadata, Metadata]>([
    [{ baseUrl: 'https://gitlab.example.com' }, { baseUrl: 'https://gitlab.example.com/' }],
    [{}, { baseUrl: 'https://gitlab.com' }],
    [{ baseUrl: 'https://gitlab.com/' }, {}],
  ])('from %j to %j stays on its host', (plain, sent) => {
    expect(mergeForUpdate(type('GITLAB'), sent, { plain, secretKeys: ['accessToken'] })).toMatchObject({
      ok: true,
    })
  })

  it('from the default host to another needs the secrets', () => {
    const sent = { baseUrl: 'https://gitlab.evil.example' }
    expect(updateFaults('GITLAB', sent, { plain: {}, secretKeys: ['accessToken'] })).toMatchObject([
      { pointer: '/metadata/accessToken', code: 'secret_required' },
    ])
  })

  it('needs optional secrets again too, or cleared', () => {
    const stored = { plain: { url: 'https://a.example/hook' }, secretKeys: ['signingSecret'] }
    const moved = { url: 'https://b.example/hook' }
    expect(updateFaults('WEBHOOK', moved, stored)).toMatchObject([{ code: 'secret_required' }])
    expect(mergeForUpdate(type('WEBHOOK'), { ...moved, signingSecret: null }, stored)).toEqual({
      ok: true,
      plain: moved,
      secrets: {},
      keptSecrets: [],
    })
  })

  it('cannot clear a required secret', () => {
    const sent = { ...plainSalesforce, consumerSecret: null }
    expect(updateFaults('SALESFORCE', sent, storedSalesforce)).toMatchObject([
      { pointer: '/metadata/consumerSecret', code: 'malformed' },
    ])
  })

  it('refuses a mask instead of storing it', () => {
    const sent = { ...plainSalesforce, password: '********' }
    expect(updateFaults('SALESFORCE', sent, storedSalesforce)).toMatchObject([
      { pointer: '/metadata/password', code: 'masked' },
    ])
  })

  it('drops the secrets of a choice that is no longer made, and needs those of the new one', () => {
    const plain = { baseUrl: 'https://api.example.com', authType: 'basic', username: 'svc' }
    const stored = { plain, secretKeys: ['password'] }
    const bearer = { baseUrl: 'https://api.example.com', authType: 'bearer' }
    expect(updateFaults('HTTP', bearer, stored)).toMatchObject([{ pointer: '/metadata/token', code: 'missing' }])
    expect(mergeForUpdate(type('HTTP'), { ...bearer, token: goodSecret }, stored)).toMatchObject({
      ok: true,
      secrets: { token: goodSecret },
      keptSecrets: [],
    })
  })

  it('forgets stored secrets that are no field any more', () => {
    const stored = { plain: {}, secretKeys: ['botToken', 'formerSecret'] }
    expect(mergeForUpdate(type('SLACK'), {}, stored)).toMatchObject({ ok: true, keptSecrets: ['botToken'] })
  })
})

describe('whatever is sent', () => {
  const anyType = fc.constantFrom(...types.values())
  const anyKey = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '__proto__',
      'constructor',
      ...[...types.values()].flatMap((type) => type.fields.map(({ key }) => key)),
    ),
  )
  const anyMetadata = fc.dictionary(anyKey, fc.oneof(fc.anything(), anyCodePoints(300)))

  it('checking never throws, and a fault is never silent', () => {
    fc.assert(
      fc.property(anyType, anyMetadata, (type, metadata) => {
        const faults = checkMetadata(type, metadata)
        for (const { pointer, message } of faults) {
          expect(pointer).toMatch(/^\/metadata\//)
          expect(message).not.toBe('')
        }
        if (faults.length > 0) return
        const { plain, secrets } = splitMetadata(type, metadata)
        expect({ ...plain, ...secrets }).toEqual({ ...metadata })
      }),
      { numRuns: 500 },
    )
  })

  it('an update never keeps a secret on another host', () => {
    const anyUpdate = anyType.chain((type) =>
      fc.record({ type: fc.constant(type), stored: goodPlain(type), sent: goodPlain(type) }),
    )
    let kept = 0
    fc.assert(
      fc.property(anyUpdate, ({ type, stored, sent }) => {
        const secretKeys = type.fields.filter(({ secret }) => secret).map(({ key }) => key)
        const merged = mergeForUpdate(type, sent, { plain: stored, secretKeys })
        if (!merged.ok || merged.keptSecrets.length === 0) return
        kept += 1
        for (const { key, default: initial } of type.fields.filter(({ host }) => host)) {
          expect(merged.plain[key] ?? initial).toBe(stored[key] ?? initial)
        }
      }),
      { numRuns: 1000 },
    )
    expect(kept).toBeGreaterThan(100)
  })

  /** Plain fields with values that the type accepts, some left out where they may be. */
  function goodPlain(type: IntegrationType): fc.Arbitrary<Record<string, string>> {
    const fields = type.fields.filter(({ secret, when }) => !secret && !when)
    const values = fields.map((field): [string, fc.Arbitrary<string>] => [
      field.key,
      fc.constantFrom(...[field.example, field.default, ...(field.enum ?? [])].filter((value) => value !== undefined)),
    ])
    return fc.record(Object.fromEntries(values), {
      requiredKeys: fields.filter(({ required }) => required).map(({ key }) => key),
    })
  }
})

function type(id: string): IntegrationType {
  const found = types.get(id)
  if (!found) throw new Error(`no type ${id}`)
  return found
}

function faults(id: string, metadata: Metadata) {
  return checkMetadata(type(id), metadata)
}

function updateFaults(id: string, metadata: Metadata, stored: StoredMetadata) {
  const merged = mergeForUpdate(type(id), metadata, stored)
  return merged.ok ? [] : merged.faults
}
