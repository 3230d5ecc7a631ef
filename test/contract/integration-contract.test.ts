import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateIntegrationSchemas, pascalCase } from '../../tools/generate/integration-schemas.ts'
import { readContract } from '../../contract/document.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'
import type { IntegrationField } from '../../contract/rules/integration-form.ts'
import { checkMetadata, mergeForUpdate, splitMetadata, type Metadata } from '../../contract/rules/metadata.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { chooseAuth } from '../../server/integrations/connection-test/authenticate/authenticate.ts'
import { sayOutcome } from '../../contract/rules/connection-test-messages.ts'
import { factsOf } from '../../server/integrations/connection-test/facts.ts'
import { copyForValidator } from '../../contract/validator-document.ts'
import { samples, typeOf, types } from '../integrations/connection-test/vendor.ts'

const contract = await readContract()
const schemas = asObject(asObject(contract.document['components'])['schemas'])
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(contract.document, 'contract')

const everyType = [...types].map(([id, type]) => ({ id, type }))
const everyField = everyType.flatMap(({ id, type }) =>
  type.fields.map((field) => ({ id, type, field, key: field.key })),
)
const optionalSecrets = everyField.filter(({ field }) => field.secret && !field.required && !field.when)

describe('metadata to create an integration: contract and server agree', () => {
  test.each(everyType)('$id takes all of its fields, or only those that it needs', ({ id, type }) => {
    for (const metadata of choices(type)) {
      expect(verdicts(id, metadata)).toEqual({ contract: true, server: true })
      expect(verdicts(id, needed(type, metadata))).toEqual({ contract: true, server: true })
    }
  })

  test.each(everyType)('$id refuses a field that it does not have', ({ id, type }) => {
    for (const key of ['noSuchField', 'type', 'Region']) {
      expect(verdicts(id, { ...valid(type), [key]: 'x' }), key).toEqual({ contract: false, server: false })
    }
  })

  test.each(everyField.filter(({ field }) => field.required))('$id needs $key', ({ id, type, key }) => {
    const { [key]: _left, ...rest } = valid(type)
    expect(verdicts(id, rest)).toEqual({ contract: false, server: false })
  })

  test.each(everyField)('$id refuses what is no text or too long as $key', ({ id, type, field }) => {
    const metadata = withChoiceOf(type, field)
    for (const value of [null, 7, true, [], {}, ['x'], 'x'.repeat(field.maxLength + 1)]) {
      const changed = { ...metadata, [field.key]: value }
      expect(verdicts(id, changed), JSON.stringify(value).slice(0, 20)).toEqual({
        contract: false,
        server: false,
      })
    }
  })

  test.each(everyField.filter(({ field }) => !field.when))(
    'an empty $key of $id is as good as none',
    ({ id, type, key, field }) => {
      const isTaken = !field.required
      expect(verdicts(id, { ...valid(type), [key]: '' })).toEqual({ contract: isTaken, server: isTaken })
    },
  )

  test.each(everyField.filter(({ field }) => field.pattern ?? field.enum))(
    '$id refuses what does not look like $key',
    ({ id, type, field }) => {
      const metadata = withChoiceOf(type, field)
      const malformed = fc
        .string({ minLength: 1, maxLength: Math.min(field.maxLength, 40), unit: 'binary-ascii' })
        .filter((text) => !(field.enum?.includes(text) ?? new RegExp(field.pattern ?? '', 'u').test(text)))
      fc.assert(
        fc.property(malformed, (value) => {
          const changed = { ...metadata, [field.key]: value }
          expect(verdicts(id, changed)).toEqual({ contract: false, server: false })
        }),
        { numRuns: 15 },
      )
    },
  )

  test('whatever the server takes, the contract allows', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.oneof(...everyType.map(anyMetadata)), ({ id, metadata }) => {
        const { contract, server } = verdicts(id, metadata)
        if (server) taken += 1
        expect(contract || !server, `${id} ${JSON.stringify(metadata)}`).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

describe('metadata to replace an integration: contract and server agree', () => {
  test.each(everyType)('of $id may leave out the secrets, and nothing else that it needs', ({ id, type }) => {
    const metadata = valid(type)
    const { plain } = splitMetadata(type, metadata)
    expect(replaceVerdicts(id, metadata, metadata)).toEqual({ contract: true, server: true })
    expect(replaceVerdicts(id, metadata, plain)).toEqual({ contract: true, server: true })
    for (const { key } of type.fields.filter(({ required, secret }) => required && !secret)) {
      const { [key]: _left, ...rest } = plain
      expect(replaceVerdicts(id, metadata, rest), key).toEqual({ contract: false, server: false })
    }
  })

  test.each(optionalSecrets)('null clears the optional $key of $id', ({ id, type, key }) => {
    const metadata = valid(type)
    const cleared = { ...splitMetadata(type, metadata).plain, [key]: null }
    expect(replaceVerdicts(id, metadata, cleared)).toEqual({ contract: true, server: true })
  })

  test.each(everyField.filter(({ field }) => !field.secret || field.required))(
    'null is no $key of $id',
    ({ id, type, field }) => {
      const metadata = withChoiceOf(type, field)
      const cleared = { ...metadata, [field.key]: null }
      expect(replaceVerdicts(id, metadata, cleared)).toEqual({ contract: false, server: false })
    },
  )
})

describe('metadata to read', () => {
  test.each(everyType)('of $id is what is stored in clear, and has no place for a secret', ({ id, type }) => {
    const name = `${pascalCase(id)}Configuration`
    for (const metadata of choices(type)) {
      const { plain, secrets } = splitMetadata(type, metadata)
      expect(fits(name, plain)).toBe(true)
      for (const [key, value] of Object.entries(secrets)) {
        expect(fits(name, { ...plain, [key]: value }), key).toBe(false)
      }
    }
  })
})

describe('the contract of a type', () => {
  test.each(everyField)('says of $id $key what a form needs, and no example of a secret', ({ id, field }) => {
    const { properties } = asObject(schemas[`${pascalCase(id)}Metadata`])
    const schema = asObject(asObject(properties)[field.key])
    expect(schema['title']).toBe(field.label)
    // The values of an enum bound themselves.
    expect(schema['maxLength']).toBe(field.enum ? undefined : field.maxLength)
    expect([schema['writeOnly'], schema['x-secret']]).toEqual(field.secret ? [true, true] : [undefined, undefined])
    if (field.secret) for (const member of ['examples', 'default', 'enum']) expect(schema).not.toHaveProperty(member)
    const added = field.required || field.pattern === undefined ? '' : '^$|'
    expect(schema['pattern']).toBe(field.pattern && `${added}${field.pattern}`)
  })

  test('follows from its file alone', () => {
    const generated = generateIntegrationSchemas(new Map([['NEW_VENDOR_2', typeOf('SLACK')]]))
    for (const name of ['NewVendor2Metadata:', 'NewVendor2IntegrationInput:', 'NEW_VENDOR_2:']) {
      expect(generated).toContain(name)
    }
  })

  test('has names of its own', () => {
    const twins = new Map(['NEW_VENDOR_2', 'NEW_VENDOR2'].map((id) => [id, typeOf('SLACK')]))
    expect(() => generateIntegrationSchemas(twins)).toThrow(
      'NEW_VENDOR2 and NEW_VENDOR_2 would both be NewVendor2: rename one of them.',
    )
    // So the bundler names the second of two schemas with one name.
    expect(Object.keys(schemas).filter((name) => /-\d+$/.test(name))).toEqual([])
  })
})

test('an example of a connection test says what the service says', () => {
  const { examples } = asObject(contract.document['components'])
  const told = ['passedTest', 'failedTest'].map((name) => asObject(asObject(asObject(examples)[name])['value']))
  const [slack, connect] = [typeOf('SLACK'), typeOf('AMAZON_CONNECT')]
  const auth = chooseAuth(connect.test.auth, { fields: {}, maps: {}, token: {} })
  expect(told.map(({ message, errors }) => ({ message, errors }))).toEqual([
    sayOutcome('ok', slack, factsOf(slack, null)),
    sayOutcome('bad_credentials', connect, factsOf(connect, auth)),
  ])
})

describe('what the validator checks instead of the unions', () => {
  const validated = asObject(copyForValidator(contract))
  const plain = asObject(asObject(validated['components'])['schemas'])
  const plainAjv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(validated, 'validated')

  test('has neither unions by type nor schemas of types', () => {
    expect(JSON.stringify(validated)).not.toContain('discriminator')
    expect(Object.keys(plain).filter((name) => name.startsWith('Slack'))).toEqual([])
    expect(plain).toHaveProperty('AgentInput')
  })

  test.each(['IntegrationInput', 'IntegrationUpdate', 'Integration'])('takes all that %s takes', (name) => {
    const isPlain = plainAjv.compile({ $ref: `validated#/components/schemas/${name}` })
    for (const { id, type } of everyType) {
      for (const metadata of choices(type)) {
        const integration = name === 'Integration' ? read(id, type, metadata) : { name: 'A', type: id, metadata }
        expect(fits(name, integration), id).toBe(true)
        expect(isPlain(integration), id).toBe(true)
      }
    }
  })

  // A branch that is narrower member by member cannot take more than the whole.
  test.each(['IntegrationInput', 'IntegrationUpdate', 'Integration'])('has the members of %s', (name) => {
    const { properties, required } = asObject(plain[name])
    const branches = asArray(asObject(schemas[name])['oneOf'])
    expect(branches).toHaveLength(types.size)
    for (const { id } of everyType) {
      const branch = asObject(schemas[`${pascalCase(id)}${name}`])
      expect(branch['required']).toEqual(required)
      expect(branch['properties']).toEqual({
        ...asObject(properties),
        type: { type: 'string', enum: [id], description: 'The integration type.' },
        metadata: asObject(branch['properties'])['metadata'],
      })
    }
  })
})

/** Whether a value fits a schema of the contract. */
function fits(name: string, value: unknown): boolean {
  return ajv.validate(`contract#/components/schemas/${name}`, value)
}

function verdicts(id: string, metadata: Metadata) {
  return {
    contract: fits(`${pascalCase(id)}Metadata`, metadata),
    server: checkMetadata(typeOf(id), metadata).length === 0,
  }
}

/** Of a replacement where the integration already has this metadata. */
function replaceVerdicts(id: string, stored: Record<string, string>, metadata: Metadata) {
  const { plain, secrets } = splitMetadata(typeOf(id), stored)
  const merged = mergeForUpdate(typeOf(id), metadata, { plain, secretKeys: Object.keys(secrets) })
  return { contract: fits(`${pascalCase(id)}MetadataUpdate`, metadata), server: merged.ok }
}

/** A value for every field that is needed when nobody chooses. */
function valid(type: IntegrationType): Record<string, string> {
  return {
    ...samples(type, false),
    ...samples(type, true),
    ...(type.fields.some(({ key }) => key === 'jwt') && { jwt: 'aaaa.bbbb.cccc' }),
  }
}

/** The same for every choice that fields belong to, with those fields. */
function choices(type: IntegrationType): Record<string, string>[] {
  const withWhen = type.fields.filter(({ when }) => when)
  return [valid(type), ...withWhen.map((field) => withChoiceOf(type, field))]
}

/** Valid metadata that has the field, whatever choice it belongs to. */
function withChoiceOf(type: IntegrationType, { when }: IntegrationField): Record<string, string> {
  if (!when) return valid(type)
  const together = type.fields.filter((field) => JSON.stringify(field.when) === JSON.stringify(when))
  const values = together.map(({ key, example }) => [key, example ?? `secret-${key}-0123456789`] as const)
  const others = type.fields.filter((field) => field.when && !together.includes(field)).map(({ key }) => key)
  const always = Object.entries(valid(type)).filter(([key]) => !others.includes(key))
  return { ...Object.fromEntries(always), ...when, ...Object.fromEntries(values) }
}

function needed(type: IntegrationType, metadata: Record<string, string>): Record<string, string> {
  const chosen = type.fields.flatMap(({ when = {} }) => Object.keys(when))
  const keys = type.fields
    .filter(({ key, required, when }) => required || when || chosen.includes(key))
    .map(({ key }) => key)
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)))
}

/** Metadata of the type with some optional fields left out, and with values at random, most of which fit. */
function anyMetadata({ id, type }: { id: string; type: IntegrationType }) {
  const sample = valid(type)
  const values = type.fields.map((field) => [field.key, anyValue(field, sample[field.key])] as const)
  const optional = type.fields.filter(({ required }) => !required).map(({ key }) => key)
  return fc.tuple(fc.record(Object.fromEntries(values)), fc.subarray(optional)).map(([all, left]) => ({
    id,
    metadata: Object.fromEntries(Object.entries(all).filter(([key]) => !left.includes(key))),
  }))
}

function anyValue({ example, pattern }: IntegrationField, sample: string | undefined): fc.Arbitrary<string> {
  const usual = fc.constant(sample ?? example ?? 'secret-0123456789')
  // Look-ahead is more than fast-check can generate for; what it would rule out is then simply refused.
  const matching = pattern && fc.stringMatching(new RegExp(pattern.replace(/\(\?=.*?\$\)/, '')))
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 4, arbitrary: matching || fc.string() },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  )
}

function read(id: string, type: IntegrationType, metadata: Metadata) {
  const { plain, secrets } = splitMetadata(type, metadata)
  return {
    id: 'a',
    etag: '"1"',
    name: 'A',
    description: null,
    type: id,
    metadata: plain,
    configuredSecrets: Object.keys(secrets),
    status: 'active',
    isHealthy: true,
    lastHealthCheck: '2026-11-21T09:31:00.000Z',
    secretsExpireAt: null,
    lastTest: { outcome: 'ok', message: 'The connection works.', at: '2026-11-21T09:31:00.000Z' },
    consecutiveFailures: 0,
    createdAt: '2026-11-21T09:30:00.000Z',
    updatedAt: '2026-11-21T09:30:00.000Z',
  }
}
