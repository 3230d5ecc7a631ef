import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import {
  readIntegrationTypes,
  type Auth,
  type IntegrationType,
  type IntegrationTypes,
} from '../../contract/integration-types.ts'
import { isObject } from '../../contract/json.ts'
import { describeIntegrationType, type IntegrationField } from '../../contract/rules/integration-form.ts'
import { checkMetadata } from '../../contract/rules/metadata.ts'
import { hostMatches } from '../../server/integrations/outbound/hosts.ts'
import { ofEvery } from '../helpers/of-every.ts'
import { isExhaustive } from '../helpers/rounds.ts'

const typesFolder = join(import.meta.dirname, '../../spec/integration-types')
const salesforceFile = readFileSync(join(typesFolder, 'SALESFORCE.yaml'), 'utf8')
const salesforceContent: unknown = parse(salesforceFile)
const anyRule = { stage: 'test', as: 'ok', basis: 'source' }

// What the generator wrote: to parse all files once more takes longer than the tests.
const types = await readIntegrationTypes()
const allTypes = [...types].map(([id, type]) => ({ id, type }))
const allFields = allTypes.flatMap(({ id, type }) => type.fields.map((field) => ({ id, type, field, key: field.key })))
const hostFields = allFields.filter(({ field }) => field.host)

describe('the catalogue', () => {
  it('holds the 83 researched types', () => {
    expect(types.size).toBeGreaterThanOrEqual(83)
  })

  it('has a type in every group', () => {
    const groups = new Set(allTypes.map(({ type }) => type.group))
    expect([...groups].sort()).toEqual(['ai_agents', 'contact_center', 'crm_sales', 'data_documents', 'other'])
  })

  it('gives every type a name of its own', () => {
    expect(new Set(allTypes.map(({ type }) => type.name)).size).toBe(types.size)
  })

  it('links to where credentials are made, of every type that a vendor stands behind', () => {
    const without = allTypes.filter(({ type }) => type.credentialsUrl === undefined).map(({ id }) => id)
    // Of these two, whoever runs the other side makes the credentials.
    expect(without).toEqual(['HTTP', 'WEBHOOK'])
  })

  it('has the form labels that the interface names', () => {
    const labels = (id: string) => types.get(id)?.fields.map(({ label }) => label)
    expect(labels('AMAZON_CONNECT')).toEqual(
      expect.arrayContaining(['Instance ID', 'Access Key ID', 'Secret Access Key', 'Region']),
    )
    expect(labels('SALESFORCE')).toEqual([
      'Instance URL',
      'Consumer Key',
      'Consumer Secret',
      'Authentication',
      'Username',
      'Password + Security Token',
    ])
  })

  it('is loaded once and cannot be changed', () => {
    const salesforce = types.get('SALESFORCE')
    expect(Object.isFrozen(salesforce)).toBe(true)
    expect(Object.isFrozen(salesforce?.fields[0])).toBe(true)
    expect(Object.isFrozen(salesforce?.test.rules?.[0]?.codeIn)).toBe(true)
  })
})

describe('every type', () => {
  ofEvery(allTypes)('resolves every placeholder of its test', ({ type }) => {
    const resolvable = new Set([
      'service',
      'token',
      ...type.fields.map(({ key }) => key),
      ...Object.entries(type.maps ?? {}).flatMap(([key, values]) =>
        Object.values(values).flatMap((value) => Object.keys(value).map((attribute) => `${key}.${attribute}`)),
      ),
      ...exposed(type.test.auth).map((name) => `token.${name}`),
    ])
    expect(placeholders(type.test).filter(({ name }) => !resolvable.has(name))).toEqual([])
  })

  ofEvery(allTypes)('marks the placeholders of optional fields, and no others', ({ type }) => {
    const { optionalDeepCheck: _neverSent, ...sent } = type.test
    for (const { name, optional } of placeholders(sent)) {
      const field = type.fields.find(({ key }) => key === name)
      if (field) expect({ name, optional }).toEqual({ name, optional: !isAlwaysThere(field) })
    }
  })

  ofEvery(allFields)('says in words what a choice means whose value is a code', ({ field }) => {
    const codes = (field.enum ?? []).filter((value) => /_|^https:|^[a-z]+$/.test(value))
    expect(codes.filter((value) => field.enumLabels?.[value] === undefined)).toEqual([])
  })

  ofEvery(allTypes)('uses every field', ({ type }) => {
    const used = new Set(placeholders(type.test).map(({ name }) => name.split('.')[0]))
    if (type.test.auth.scheme === 'by_field') used.add(type.test.auth.field)
    expect(type.fields.map(({ key }) => key).filter((key) => !used.has(key))).toEqual([])
  })

  ofEvery(allTypes)('maps every value of a field that has a map, each to the same attributes', ({ type }) => {
    for (const [key, values] of Object.entries(type.maps ?? {})) {
      expect(Object.keys(values)).toEqual(type.fields.find((field) => field.key === key)?.enum)
      expect(new Set(Object.values(values).map((value) => Object.keys(value).join())).size).toBe(1)
    }
  })

  ofEvery(allTypes)('asks for the fields of a case when that case is chosen', ({ type }) => {
    const { auth } = type.test
    const needed = auth.scheme === 'by_field' ? Object.entries(auth.cases) : []
    const always = type.fields.filter(({ when }) => !when).map(({ key }) => key)
    const expected = needed.flatMap(([value, scheme]) =>
      // The {token} of a header's format is the one that was requested.
      placeholders({ ...scheme, headerFormat: '' })
        .filter(({ name }) => !always.includes(name))
        .map(({ name }) => [name, value]),
    )
    const asked = type.fields.flatMap((field) => Object.values(field.when ?? {}).map((value) => [field.key, value]))
    expect(asked).toEqual(expected)
  })

  ofEvery(allTypes)('marks the fields that decide where the credentials go', ({ type }) => {
    const inHost = urls(type)
      .flatMap((url) => placeholders(hostPart(url)).map(({ name }) => name.replace(/\..*/, '')))
      .filter((name) => name !== 'token')
    const marked = type.fields.filter(({ host }) => host).map(({ key }) => key)
    expect(new Set(marked)).toEqual(new Set(inHost))
  })

  ofEvery(allTypes)('allows the host of every URL that its examples and choices make', ({ type }) => {
    for (const values of exampleValues(type)) {
      for (const url of urls(type).map((template) => fill(template, type, values))) {
        expect(URL.canParse(url), url).toBe(true)
        expect(hostMatches(new URL(url).hostname, type.hosts.allow), url).toBe(true)
      }
    }
  })

  ofEvery(allTypes)('accepts its own examples, choices and defaults', ({ type }) => {
    for (const values of exampleValues(type)) {
      const asked = type.fields.filter(({ when = {} }) =>
        Object.entries(when).every(([key, value]) => values[key] === value),
      )
      const metadata = Object.fromEntries(
        asked.map((field): [string, string] => [field.key, values[field.key] ?? sample(field)]),
      )
      expect(checkMetadata(type, metadata)).toEqual([])
    }
  })

  ofEvery(allTypes)('reads no status in two ways', ({ type }) => {
    const { badCredentials, missingPermission, notFound } = type.test.statuses
    const all = [...badCredentials, ...missingPermission, ...notFound]
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((status) => typeof status === 'number' && type.test.success.includes(status))).toEqual([])
  })

  ofEvery(allTypes)('has a token stage when a rule reads one', ({ type }) => {
    const readsToken = type.test.rules?.some(({ stage }) => stage === 'token') ?? false
    if (readsToken || type.test.tokenOnly)
      expect(schemesOf(type.test.auth).some((auth) => 'tokenUrl' in auth)).toBe(true)
  })

  ofEvery(allTypes)('has something to keep secret', ({ type }) => {
    expect(type.fields.some(({ secret }) => secret)).toBe(true)
  })
})

describe('patterns', () => {
  const patterns = [...new Set(allFields.flatMap(({ field }) => [field.pattern, field.shape]))].filter(
    (pattern) => pattern !== undefined,
  )

  it('are valid where JSON Schema and where an HTML form compiles them, and anchored in every alternative', () => {
    for (const pattern of patterns) {
      expect(() => [new RegExp(pattern, 'u'), new RegExp(pattern, 'v')], pattern).not.toThrow()
      for (const alternative of topLevelAlternatives(pattern)) expect(alternative, pattern).toMatch(/^\^.*\$$/)
    }
  })

  it('state what a secret usually looks like of secrets only', () => {
    for (const { field } of allFields.filter(({ field }) => field.shape)) expect(field.secret).toBe(true)
  })
})

describe('host fields', () => {
  const hostileKeys = [
    '/',
    '@',
    ':',
    '#',
    '?',
    '\\',
    '%',
    ' ',
    '\t',
    '\r\n',
    '\0',
    '[',
    '。',
    '/@',
    ':a@',
    '//',
    '\\@',
    '?@',
  ]

  ofEvery(hostFields)('are never secret, and always have a rule', ({ field }) => {
    expect(field.secret).toBe(false)
    expect(field.pattern ?? field.enum).toBeDefined()
  })

  ofEvery(hostFields)('cannot smuggle in another host', ({ type, field }) => {
    const wholeUrl = field.format === 'uri' || (field.enum?.[0]?.startsWith('https://') ?? false)
    const valid = field.example ?? field.enum?.[0] ?? field.default ?? ''
    fc.assert(
      fc.property(
        fc.nat(valid.length),
        fc.constantFrom(...hostileKeys),
        fc.constantFrom('', 'evil.example'),
        (at, mark, host) => {
          const value = valid.slice(0, at) + mark + host + valid.slice(at)
          const accepted = faultsOf(type, field, value).length === 0
          if (!wholeUrl) return !accepted
          return !accepted || (isLiteralHost(value) && hostMatches(new URL(value).hostname, type.hosts.allow))
        },
      ),
      { numRuns: isExhaustive() ? 500 : 50 },
    )
  })

  ofEvery(hostFields)('keep any accepted value on an allowed host', ({ type, field }) => {
    if (!field.pattern) return
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(field.pattern.replace('(?=.{1,253}$)', ''))), (value) => {
        if (faultsOf(type, field, value).length > 0) return
        for (const values of exampleValues(type)) {
          for (const template of urls(type).filter((url) => url.includes(`{${field.key}}`))) {
            const url = URL.parse(fill(template, type, { ...values, [field.key]: value }))
            if (!url) continue
            expect(hostMatches(url.hostname, type.hosts.allow), url.href).toBe(true)
            expect(url.username + url.password).toBe('')
          }
        }
      }),
      { numRuns: isExhaustive() ? 100 : 5 },
    )
  })
})

describe('what callers see of a type', () => {
  it('is what a form needs', () => {
    expect(describeIntegrationType('FRESHDESK', known('FRESHDESK'))).toEqual({
      type: 'FRESHDESK',
      name: 'Freshdesk',
      group: 'contact_center',
      credentialsUrl: 'https://support.freshdesk.com/en/support/solutions/articles/215517-how-to-find-your-api-key',
      fields: [
        {
          key: 'subdomain',
          label: 'Subdomain',
          required: true,
          secret: false,
          maxLength: 256,
          pattern: String.raw`^[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?$`,
          example: 'acme',
          hint: 'first label only; the service appends .freshdesk.com',
        },
        {
          key: 'apiKey',
          label: 'API Key',
          required: true,
          secret: true,
          maxLength: 4096,
          pattern: String.raw`^[\x21-\x7E]{8,4096}$`,
        },
      ],
    })
  })

  ofEvery(allTypes)('has no example or default of a secret, and nothing of the test', ({ id, type }) => {
    const description = describeIntegrationType(id, type)
    for (const field of description.fields.filter(({ secret }) => secret)) {
      expect(field).not.toHaveProperty('example')
      expect(field).not.toHaveProperty('default')
    }
    expect(JSON.stringify(description)).not.toMatch(/tokenUrl|"hosts"|"sources"|"confidence"|"test"|RegExp/)
  })

  it('tells a form which choice a field belongs to', () => {
    const { fields } = describeIntegrationType('HTTP', known('HTTP'))
    expect(fields.find(({ key }) => key === 'token')).toMatchObject({
      required: false,
      when: { authType: 'bearer' },
    })
  })
})

describe('a file that is not right stops the start', () => {
  let directory = ''
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  function loading(name: string, text: string): () => IntegrationTypes {
    directory = mkdtempSync(join(tmpdir(), 'integration-types-'))
    writeFileSync(join(directory, name), text)
    return () => loadIntegrationTypes(directory)
  }

  /** Loads a copy of a good file with one member changed, or removed when the value is undefined. JSON is YAML, too. */
  function loadingChanged(path: Path, value: unknown): () => IntegrationTypes {
    return loading('SALESFORCE.yaml', JSON.stringify(changed(salesforceContent, path, value)))
  }

  function changed(node: unknown, [name, ...rest]: Path, value: unknown): unknown {
    if (name === undefined) return value
    if (Array.isArray(node)) {
      const items: unknown[] = node
      return items.toSpliced(Number(name), 1, changed(items[Number(name)], rest, value))
    }
    return isObject(node) ? { ...node, [name]: changed(node[name], rest, value) } : node
  }

  it('while a new file that is right is a new type', () => {
    const loaded = loading('NEW_VENDOR_2.yaml', salesforceFile)()
    expect([...loaded]).toEqual([['NEW_VENDOR_2', types.get('SALESFORCE')]])
    expect(Object.isFrozen(loaded.get('NEW_VENDOR_2')?.fields[0])).toBe(true)
  })

  it.each(['salesforce.yaml', 'SALES-FORCE.yaml', '2SALES.yaml', 'SALES_.yaml'])('by its name: %s', (name) => {
    expect(loading(name, salesforceFile)).toThrow(`${name}: the name of an integration type is upper snake case`)
  })

  it.each(['fields: [', 'a: 1\na: 2', ''])('by its YAML: %j', (text) => {
    expect(loading('BROKEN.yaml', text)).toThrow(/^BROKEN\.yaml: /)
  })

  it.each<[string, Path, unknown, RegExp]>([
    ['a missing member', ['confidence'], undefined, /must have required property 'confidence'/],
    ['an unknown member', ['colour'], 'red', /additional properties: colour/],
    [
      'an unknown group',
      ['group'],
      'misc',
      /\/group must be equal to one of the allowed values: contact_center, crm_sales, /,
    ],
    ['no field', ['fields'], [], /\/fields must NOT have fewer than 1/],
    ['a field without secret', ['fields', 0, 'secret'], undefined, /\/fields\/0 must have .* 'secret'/],
    ['a field without label', ['fields', 1, 'label'], undefined, /\/fields\/1 must have .* 'label'/],
    ['a key that is no identifier', ['fields', 0, 'key'], '__proto__', /\/fields\/0\/key must match/],
    ['a key twice', ['fields', 1, 'key'], 'instanceUrl', /two fields have the key instanceUrl/],
    ['an example of a secret', ['fields', 2, 'example'], 'x', /\/fields\/2\/example is not allowed here/],
    ['a default of a secret', ['fields', 2, 'default'], 'x', /\/fields\/2\/default is not allowed here/],
    ['a shape of what is no secret', ['fields', 0, 'shape'], '^a$', /\/fields\/0\/shape is not allowed here/],
    ['a secret host', ['fields', 2, 'host'], true, /\/fields\/2\/host is not allowed here/],
    ['a host without a rule', ['fields', 0, 'pattern'], undefined, /\/fields\/0 must have .* 'pattern'/],
    ['a pattern without anchors', ['fields', 0, 'pattern'], 'https://', /\/fields\/0\/pattern must match/],
    ['a pattern that does not compile', ['fields', 0, 'pattern'], '^(a$', /Invalid regular expression/],
    ['an unknown format', ['fields', 0, 'format'], 'date', /\/fields\/0\/format must be equal to one of/],
    ['a choice of a required field', ['fields', 1, 'when'], { username: 'a' }, /\/fields\/1\/required must/],
    ['a URL for a host', ['hosts', 'allow'], ['https://a.example'], /\/hosts\/allow\/0 must match/],
    ['no allowed host', ['hosts', 'allow'], [], /\/hosts\/allow must NOT have fewer than 1/],
    ['an unknown scheme', ['test', 'auth'], { scheme: 'magic' }, /\/test\/auth\/scheme must be equal to one of/],
    ['half a scheme', ['test', 'auth'], { scheme: 'basic', username: 'a' }, /\/test\/auth must have .* 'password'/],
    ['too much of a scheme', ['test', 'auth'], { scheme: 'none', name: 'a' }, /\/test\/auth .* properties: name/],
    ['an unknown member of a scheme', ['test', 'auth', 'extra'], 'x', /\/test\/auth must NOT .*: extra/],
    [
      'a scheme that no field chooses',
      ['test', 'auth', 'cases', 'password', 'scheme'],
      'aws_sigv4',
      /cases\/password\/sch/,
    ],
    ['plain http', ['test', 'request', 'url'], 'http://a.example', /\/test\/request\/url must match/],
    ['no request', ['test', 'request'], undefined, /\/test must have required property 'request'/],
    ['a rule that always matches', ['test', 'rules'], [anyRule], /\/test\/rules\/0 must have .* 'status'/],
    ['a rule without a basis', ['test', 'rules', 0, 'basis'], undefined, /\/test\/rules\/0 must have .* 'basis'/],
    ['an unknown outcome', ['test', 'rules', 0, 'as'], 'maybe', /\/test\/rules\/0\/as must be equal to one of/],
    ['no source', ['sources'], [], /\/sources must NOT have fewer than 1/],
    ['an unknown confidence', ['confidence', 'fields'], 'sure', /\/confidence\/fields must be equal to one of/],
  ])('for %s', (_fault, path, value, reason) => {
    const load = loadingChanged(path, value)
    expect(load).toThrow(new RegExp(`^SALESFORCE\\.yaml: [^]*${reason.source}`))
  })

  it('for a choice of a field that is not there', () => {
    const field = { key: 'extra', label: 'Extra', required: false, secret: false, when: { mode: 'a' } }
    expect(loadingChanged(['fields', 6], field)).toThrow('SALESFORCE.yaml: "when" names mode, which is no field')
  })

  it('for words for a value that is no choice', () => {
    const load = loadingChanged(['fields', 3, 'enumLabels'], { nobody: 'Nobody' })
    expect(load).toThrow('SALESFORCE.yaml: "enumLabels" of authMode names nobody, which is not in its enum')
  })

  it.each(['http://desk.example/keys', 'desk.example'])('for a link to credentials that is no https: %s', (url) => {
    expect(loadingChanged(['credentialsUrl'], url)).toThrow(/SALESFORCE\.yaml: [^]*\/credentialsUrl must match/)
  })
})

function known(id: string): IntegrationType {
  const type = types.get(id)
  if (!type) throw new Error(`no type ${id}`)
  return type
}

function faultsOf(type: IntegrationType, field: IntegrationField, value: string) {
  return checkMetadata(type, { [field.key]: value }).filter(({ pointer }) => pointer === `/metadata/${field.key}`)
}

function urls({ test }: IntegrationType): string[] {
  const tokenUrl = schemesOf(test.auth).flatMap((auth) => ('tokenUrl' in auth ? [auth.tokenUrl] : []))
  const requests = [test.request, test.optionalDeepCheck].flatMap((request) => (request ? [request.url] : []))
  return [...tokenUrl, ...requests].filter((url) => !url.startsWith('{token.'))
}

/** What stands before the path of a URL; a field that starts a path is none of it. */
function hostPart(url: string): string {
  return /^(?:[a-z]+:\/\/)?(?:\{[A-Za-z.]+\}(?=\{)|[^/]*)/.exec(url)?.[0] ?? ''
}

function placeholders(part: unknown): { name: string; optional: boolean }[] {
  if (typeof part === 'string') {
    return [...part.matchAll(/\{([A-Za-z_]+(?:\.[A-Za-z_]+)?)(\??)\}/g)].map(([, name = '', mark]) => ({
      name,
      optional: mark === '?',
    }))
  }
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(placeholders) : []
}

function exposed(auth: Auth): readonly string[] {
  return schemesOf(auth).flatMap((scheme) => ('exposes' in scheme ? (scheme.exposes ?? []) : []))
}

/** The scheme, or all that a field may choose. */
function schemesOf(auth: Auth) {
  return auth.scheme === 'by_field' ? Object.values(auth.cases) : [auth]
}

function isAlwaysThere(field: IntegrationField): boolean {
  return field.required || field.default !== undefined || field.when !== undefined
}

/** One set of values for every choice that the type offers. */
function exampleValues(type: IntegrationType): Record<string, string>[] {
  const base = Object.fromEntries(
    type.fields
      .filter(({ secret }) => !secret)
      .map((field) => [field.key, field.example ?? field.default ?? field.enum?.[0] ?? '']),
  )
  const choices = type.fields.flatMap(({ key, enum: values = [] }) =>
    values.map((value) => ({ ...base, [key]: value })),
  )
  return choices.length > 0 ? choices : [base]
}

function fill(template: string, type: IntegrationType, values: Record<string, string>): string {
  return template.replace(/\{([A-Za-z]+)(?:\.([A-Za-z]+))?\??\}/g, (_match, key: string, attribute?: string) => {
    const value = (values[key] ?? '').replace(/\/$/, '')
    return attribute === undefined ? value : (type.maps?.[key]?.[value]?.[attribute] ?? '')
  })
}

function sample(field: IntegrationField): string {
  if (field.format === 'pem') return '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n'
  return field.key === 'jwt' ? 'aaaa.bbbb.cccc' : 'sample-secret-0123456789'
}

function isLiteralHost(url: string): boolean {
  return /^https:\/\/([A-Za-z0-9.-]+)(?=$|[:/?])/.exec(url)?.[1]?.toLowerCase() === new URL(url).hostname
}

function topLevelAlternatives(pattern: string): string[] {
  const flat = pattern.replace(/\\./g, '__').replace(/\[[^\]]*\]/g, (set) => '_'.repeat(set.length))
  let depth = 0
  let start = 0
  const alternatives: string[] = []
  for (const [at, character] of Array.from(flat).entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === '|' && depth === 0) {
      alternatives.push(pattern.slice(start, at))
      start = at + 1
    }
  }
  return [...alternatives, pattern.slice(start)]
}

type Path = readonly (string | number)[]
