import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { readContract } from '../../contract/document.ts'
import { asObject } from '../../contract/json.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'
import type { IntegrationField } from '../../contract/rules/integration-form.ts'
import { checkMetadata, splitMetadata, type Metadata } from '../../contract/rules/metadata.ts'
import { copyForValidator } from '../../contract/validator-document.ts'
import { pascalCase } from '../../tools/generate/integration-schemas.ts'
import { anyCodePoints } from '../helpers/data/any-code-points.ts'
import { samples, typeOf, types } from '../integrations/connection-test/vendor.ts'

export const contract = await readContract()
export const schemas = asObject(asObject(contract.document['components'])['schemas'])
const ajv = createAjv().addSchema(contract.document, 'contract')

export const everyType = [...types].map(([id, type]) => ({ id, type }))

/** What the validator checks instead of the unions by type. */
export const validated = asObject(copyForValidator(contract))
const plainAjv = createAjv().addSchema(validated, 'validated')

/** Compiles soon rather than well: most schemas see a few values only. */
function createAjv() {
  return new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } })
}

/** The schemas that have a branch for each type. */
export const unions = ['IntegrationInput', 'IntegrationUpdate', 'Integration']

/** Whether a value fits a schema of the contract. */
export function fits(name: string, value: unknown): boolean {
  return ajv.validate(`contract#/components/schemas/${name}`, value)
}

/** Whether it fits the plain schema that the validator checks. */
export function fitsPlain(name: string, value: unknown): boolean {
  return plainAjv.validate(`validated#/components/schemas/${name}`, value)
}

/** A value for every field that is needed when nobody chooses. */
export function valid(type: IntegrationType): Record<string, string> {
  return {
    ...samples(type, false),
    ...samples(type, true),
    ...(type.fields.some(({ key }) => key === 'jwt') && { jwt: 'aaaa.bbbb.cccc' }),
  }
}

/** The same for every choice that fields belong to, with those fields. */
export function choices(type: IntegrationType): Record<string, string>[] {
  const withWhen = type.fields.filter(({ when }) => when)
  return [valid(type), ...withWhen.map((field) => withChoiceOf(type, field))]
}

/** Valid metadata that has the field, whatever choice it belongs to. */
export function withChoiceOf(type: IntegrationType, { when }: IntegrationField): Record<string, string> {
  if (!when) return valid(type)
  const together = type.fields.filter((field) => JSON.stringify(field.when) === JSON.stringify(when))
  const values = together.map(({ key, example }) => [key, example ?? `secret-${key}-0123456789`] as const)
  const others = type.fields.filter((field) => field.when && !together.includes(field)).map(({ key }) => key)
  const always = Object.entries(valid(type)).filter(([key]) => !others.includes(key))
  return { ...Object.fromEntries(always), ...when, ...Object.fromEntries(values) }
}

/** A resource, or what one is made of, for each choice of the type. */
export function integrationsOf(name: string, id: string, type: IntegrationType): object[] {
  return choices(type).map((metadata) =>
    name === 'Integration' ? read(id, type, metadata) : { name: 'A', type: id, metadata },
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

/** Whether the contract and the server take the metadata of a new integration. */
export function verdicts(id: string, metadata: Metadata) {
  return {
    contract: fits(`${pascalCase(id)}Metadata`, metadata),
    server: checkMetadata(typeOf(id), metadata).length === 0,
  }
}

/**
 * Of so many metadata at random, how many the server takes. Throws where it takes what the contract does not allow.
 */
export function countTaken(numRuns: number): number {
  let taken = 0
  fc.assert(
    fc.property(fc.constantFrom(...everyType).chain(anyMetadata), ({ id, metadata }) => {
      const { contract, server } = verdicts(id, metadata)
      if (server) taken += 1
      if (server && !contract) throw new Error(`${id} ${JSON.stringify(metadata)}`)
    }),
    { numRuns },
  )
  return taken
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
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 4, arbitrary: matching(pattern) },
    { weight: 1, arbitrary: anyCodePoints() },
  )
}

/** Texts of a pattern. To prepare them takes much longer than to make one, and many types have the same patterns. */
function matching(pattern = ''): fc.Arbitrary<string> {
  // Look-ahead is more than fast-check can generate for; what it would rule out is then simply refused.
  const made =
    matchingByPattern.get(pattern) ??
    (pattern === '' ? fc.string() : fc.stringMatching(new RegExp(pattern.replace(/\(\?=.*?\$\)/, ''))))
  matchingByPattern.set(pattern, made)
  return made
}

const matchingByPattern = new Map<string, fc.Arbitrary<string>>()
