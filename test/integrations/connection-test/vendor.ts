import { generateKeyPairSync } from 'node:crypto'
import { readIntegrationTypes, type Expectation, type IntegrationType } from '../../../contract/integration-types.ts'
import type { IntegrationField } from '../../../contract/rules/integration-form.ts'
import { chooseAuth } from '../../../server/integrations/connection-test/authenticate/authenticate.ts'
import {
  testConnection,
  valuesOf,
  type ConnectionTestInput,
  type ConnectionTestResult,
} from '../../../server/integrations/connection-test/run.ts'
import { nock } from '../../helpers/vendors.ts'

export const types = await readIntegrationTypes()

/** Stands in every vendor answer, so that a message that carries vendor text shows. */
export const vendorText = 'text of the vendor'

/** A public address; nock keeps every request from leaving. */
export const publicAddress = '93.184.215.14'

/** The two halves of a service account's key. */
export const googleKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The type of that id; throws when there is none. */
export function typeOf(id: string): IntegrationType {
  const type = types.get(id)
  if (type === undefined) throw new Error(`no type ${id}`)
  return type
}

/** A connection test with sample values for every field that is needed when nobody chooses, and with time enough. */
export function runTest(
  id: string,
  changes: Partial<Omit<ConnectionTestInput, 'type'>> = {},
): Promise<ConnectionTestResult> {
  const type = typeOf(id)
  return testConnection({
    type,
    lookup: () => Promise.resolve([publicAddress]),
    timeoutMs: 600_000,
    ...changes,
    metadata: { ...samples(type, false), ...changes.metadata },
    secrets: { ...samples(type, true), ...changes.secrets },
  })
}

/** The first letters of the states of the steps: fields, host, connection, TLS, token, request, verdict. */
export function states({ steps }: ConnectionTestResult): string {
  return steps.map(({ state }) => state.charAt(0)).join('')
}

export function pointers({ errors }: ConnectionTestResult): string[] {
  return errors.map(({ pointer }) => pointer)
}

/** Sample values by field key, of the secret or the plain fields that are needed when nobody chooses. */
export function samples(type: IntegrationType, secret: boolean): Record<string, string> {
  const isNeeded = ({ when = {} }: IntegrationField) =>
    Object.entries(when).every(([key, value]) => type.fields.find((field) => field.key === key)?.default === value)
  const fields = type.fields.filter((field) => field.secret === secret && isNeeded(field))
  return Object.fromEntries(fields.map((field) => [field.key, sampleOf(field)]))
}

/** True when the type asks for a token first. */
export function hasTokenStage(type: IntegrationType): boolean {
  return 'tokenUrl' in (chosenAuth(type) ?? {})
}

/** How the type authenticates when nobody chooses. */
export function chosenAuth(type: IntegrationType) {
  return chooseAuth(type.test.auth, valuesOf({ type, metadata: {}, secrets: {} }))
}

/** Answers the token request of a type that has one. */
export function grantToken(type: IntegrationType): void {
  if (!hasTokenStage(type)) return
  nock(/./).post(/.*/).reply(200, { access_token: 'token-of-the-test', instance_url: 'https://acme.my.salesforce.com' })
}

/** A body that meets an expectation. */
export function bodyFor(expectation: Expectation | undefined): string {
  if (expectation?.bodyContains !== undefined) return `<${expectation.bodyContains}/>`
  const present = (expectation?.jsonPresent ?? []).map((path) => [path, 'present'] as const)
  const json: Record<string, unknown> = { note: vendorText }
  for (const [path, value] of [...Object.entries(expectation?.jsonEquals ?? {}), ...present]) {
    Object.assign(json, nest(path.split('.'), value))
  }
  return JSON.stringify(json)
}

/** `value` at the end of a path of members. */
export function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path
  return { [name]: rest.length === 0 ? value : nest(rest, value) }
}

function sampleOf(field: IntegrationField): string {
  if (field.format === 'pem') return googleKey.privateKey
  if (field.secret) return `secret-${field.key}-0123456789`
  return field.example ?? field.default ?? field.enum?.[0] ?? `sample-${field.key}`
}
