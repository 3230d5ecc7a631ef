import { readFile } from 'node:fs/promises'
import { isObject } from './json.ts'
import type { IntegrationForm } from './rules/integration-form.ts'
import type { components } from '../spec/gen/integration-type.gen.ts'

const typesFile = new URL('../spec/gen/integration-types.gen.json', import.meta.url)

/** The integration types, as `npm run generate` wrote them from `spec/integration-types`, after it had checked the files. */
export async function readIntegrationTypes(): Promise<IntegrationTypes> {
  const types: unknown = JSON.parse(await readFile(typesFile, 'utf8'))
  if (!areTypes(types)) throw new Error(`${typesFile.pathname} is not from npm run generate.`)
  return new Map(Object.entries(deepFreeze(types)))
}

/** The generator checked every file against its schema, and the drift check that the result was not changed by hand. */
function areTypes(value: unknown): value is Record<string, IntegrationType> {
  return isObject(value) && Object.values(value).every((type) => isObject(type) && Array.isArray(type['fields']))
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

/** Integration types by id, like `AMAZON_CONNECT`. */
export type IntegrationTypes = ReadonlyMap<string, IntegrationType>

/** One integration type from its file, with defaults filled in. Deeply frozen. */
export type IntegrationType = Omit<TypeFile, 'fields'> & IntegrationForm

export type ConnectionTest = Definitions['test']
export type TestRequest = Definitions['request']
export type Expectation = NonNullable<ConnectionTest['expect']>
export type AnswerRule = Definitions['rule']
export type Outcome = Definitions['outcome']

export type Auth = Definitions['auth']

/** Schemes that first request a token from `tokenUrl`, as an OAuth 2 client. */
export type OAuth2Auth = Extract<Auth, OAuth2Client>
export type OAuth2Client = Definitions['oauth2Client']

type Definitions = components['schemas']
export type FieldInFile = Definitions['field']
export type TypeFile = Definitions['IntegrationTypeFile']
