import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateIntegrationSchemas, pascalCase } from '../../tools/generate/integration-schemas.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'
import { mergeForUpdate, splitMetadata, type Metadata } from '../../contract/rules/metadata.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { chooseAuth } from '../../server/integrations/connection-test/authenticate/authenticate.ts'
import { sayOutcome } from '../../contract/rules/connection-test-messages.ts'
import { factsOf } from '../../server/integrations/connection-test/facts.ts'
import { ofEvery } from '../helpers/of-every.ts'
import { rounds } from '../helpers/rounds.ts'
import { typeOf, types } from '../integrations/connection-test/vendor.ts'
import {
  choices,
  contract,
  countTaken,
  everyType,
  fits,
  fitsPlain,
  integrationsOf,
  schemas,
  unions,
  valid,
  validated,
  verdicts,
  withChoiceOf,
} from './type-metadata.ts'

const everyField = everyType.flatMap(({ id, type }) =>
  type.fields.map((field) => ({ id, type, field, key: field.key })),
)
const optionalSecrets = everyField.filter(({ field }) => field.secret && !field.required && !field.when)

describe('metadata to create an integration: contract and server agree', () => {
  ofEvery(everyType)('takes all of its fields, or only those that it needs', ({ id, type }) => {
    for (const metadata of choices(type)) {
      expect(verdicts(id, metadata)).toEqual({ contract: true, server: true })
      expect(verdicts(id, needed(type, metadata))).toEqual({ contract: true, server: true })
    }
  })

  ofEvery(everyType)('refuses a field that it does not have', ({ id, type }) => {
    for (const key of ['noSuchField', 'type', 'Region']) {
      expect(verdicts(id, { ...valid(type), [key]: 'x' }), key).toEqual({ contract: false, server: false })
    }
  })

  ofEvery(everyField.filter(({ field }) => field.required))(
    'needs each field that is required',
    ({ id, type, key }) => {
      const { [key]: _left, ...rest } = valid(type)
      expect(verdicts(id, rest)).toEqual({ contract: false, server: false })
    },
  )

  ofEvery(everyField)('refuses what is no text or too long as a field', ({ id, type, field }) => {
    const metadata = withChoiceOf(type, field)
    for (const value of [null, 7, true, [], {}, ['x'], 'x'.repeat(field.maxLength + 1)]) {
      const changed = { ...metadata, [field.key]: value }
      expect(verdicts(id, changed), JSON.stringify(value).slice(0, 20)).toEqual({
        contract: false,
        server: false,
      })
    }
  })

  ofEvery(everyField.filter(({ field }) => !field.when))(
    'an empty field is as good as none',
    ({ id, type, key, field }) => {
      const isTaken = !field.required
      expect(verdicts(id, { ...valid(type), [key]: '' })).toEqual({ contract: isTaken, server: isTaken })
    },
  )

  ofEvery(everyField.filter(({ field }) => field.pattern ?? field.enum))(
    'refuses what does not look like a field',
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
        { numRuns: rounds(3) },
      )
    },
  )

  test('whatever the server takes, the contract allows', () => {
    // integration-unions.heavy.test.ts asks a thousand times.
    expect(countTaken(60)).toBeGreaterThan(5)
  })
})

describe('metadata to replace an integration: contract and server agree', () => {
  ofEvery(everyType)('may leave out the secrets, and nothing else that it needs', ({ id, type }) => {
    const metadata = valid(type)
    const { plain } = splitMetadata(type, metadata)
    expect(replaceVerdicts(id, metadata, metadata)).toEqual({ contract: true, server: true })
    expect(replaceVerdicts(id, metadata, plain)).toEqual({ contract: true, server: true })
    for (const { key } of type.fields.filter(({ required, secret }) => required && !secret)) {
      const { [key]: _left, ...rest } = plain
      expect(replaceVerdicts(id, metadata, rest), key).toEqual({ contract: false, server: false })
    }
  })

  ofEvery(optionalSecrets)('null clears an optional secret', ({ id, type, key }) => {
    const metadata = valid(type)
    const cleared = { ...splitMetadata(type, metadata).plain, [key]: null }
    expect(replaceVerdicts(id, metadata, cleared)).toEqual({ contract: true, server: true })
  })

  ofEvery(everyField.filter(({ field }) => !field.secret || field.required))(
    'null is no other field',
    ({ id, type, field }) => {
      const metadata = withChoiceOf(type, field)
      const cleared = { ...metadata, [field.key]: null }
      expect(replaceVerdicts(id, metadata, cleared)).toEqual({ contract: false, server: false })
    },
  )
})

describe('metadata to read', () => {
  ofEvery(everyType)('is what is stored in clear, and has no place for a secret', ({ id, type }) => {
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
  ofEvery(everyField)('says of each field what a form needs, and no example of a secret', ({ id, field }) => {
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
  const plain = asObject(asObject(validated['components'])['schemas'])

  test('has neither unions by type nor schemas of types', () => {
    expect(JSON.stringify(validated)).not.toContain('discriminator')
    expect(Object.keys(plain).filter((name) => name.startsWith('Slack'))).toEqual([])
    expect(plain).toHaveProperty('AgentInput')
  })

  // integration-unions.heavy.test.ts has all types, and the whole unions.
  test.each(unions)('takes what %s takes', (name) => {
    for (const id of ['SLACK', 'HTTP', 'SALESFORCE']) {
      for (const integration of integrationsOf(name, id, typeOf(id))) {
        expect(fits(`${pascalCase(id)}${name}`, integration), id).toBe(true)
        expect(fitsPlain(name, integration), id).toBe(true)
      }
    }
  })

  // A branch that is narrower member by member cannot take more than the whole.
  test.each(unions)('has the members of %s', (name) => {
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

/** Of a replacement where the integration already has this metadata. */
function replaceVerdicts(id: string, stored: Record<string, string>, metadata: Metadata) {
  const { plain, secrets } = splitMetadata(typeOf(id), stored)
  const merged = mergeForUpdate(typeOf(id), metadata, { plain, secretKeys: Object.keys(secrets) })
  return { contract: fits(`${pascalCase(id)}MetadataUpdate`, metadata), server: merged.ok }
}

function needed(type: IntegrationType, metadata: Record<string, string>): Record<string, string> {
  const chosen = type.fields.flatMap(({ when = {} }) => Object.keys(when))
  const keys = type.fields
    .filter(({ key, required, when }) => required || when || chosen.includes(key))
    .map(({ key }) => key)
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)))
}
