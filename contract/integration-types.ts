import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import type { IntegrationField, IntegrationForm } from './rules/integration-form.ts'
import schema from '../spec/integration-type.schema.json' with { type: 'json' }

export const integrationTypesFolder = fileURLToPath(new URL('../spec/integration-types', import.meta.url))

/**
 * Reads every `<TYPE>.yaml` of a directory, checks it against `spec/integration-type.schema.json` and tries
 * its patterns. Meant for the start of the server: it blocks, and it throws on the first file that is not right,
 * with the file's name and the reason.
 */
export function loadIntegrationTypes(directory: string): IntegrationTypes {
  const isTypeFile = new Ajv2020({ allErrors: true, strictTypes: false }).compile<IntegrationTypeFile>(schema)
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
  return new Map(files.map((file) => [basename(file, '.yaml'), loadFile(join(directory, file), isTypeFile)]))
}

function loadFile(path: string, isTypeFile: ValidateFunction<IntegrationTypeFile>): IntegrationType {
  const file = basename(path)
  if (!/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\.yaml$/.test(file)) {
    throw new Error(`${file}: the name of an integration type is upper snake case, like AMAZON_CONNECT.yaml`)
  }
  try {
    const content: unknown = parse(readFileSync(path, 'utf8'))
    if (!isTypeFile(content)) throw new Error(listProblems(isTypeFile.errors ?? []))
    return deepFreeze({ ...content, fields: consistent(content.fields).map(completeField) })
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function listProblems(errors: ErrorObject[]): string {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ keyword, instancePath, message, params }) => {
      const extra: unknown = params['additionalProperty']
      const allowed: unknown = params['allowedValues']
      const reason = keyword === 'false schema' ? 'is not allowed here' : (message ?? 'is wrong')
      const values = typeof extra === 'string' ? [extra] : Array.isArray(allowed) ? allowed.map(String) : []
      return `${instancePath || '/'} ${reason}${values.length > 0 ? `: ${values.join(', ')}` : ''}`
    })
    .join('; ')
}

function consistent(fields: readonly FieldInFile[]): readonly FieldInFile[] {
  const keys = new Set<string>()
  for (const { key } of fields) {
    if (keys.has(key)) throw new Error(`two fields have the key ${key}`)
    keys.add(key)
  }
  const stray = fields.flatMap(({ when = {} }) => Object.keys(when)).find((key) => !keys.has(key))
  if (stray !== undefined) throw new Error(`"when" names ${stray}, which is no field`)
  return fields
}

/** Patterns are compiled once here, so that one that does not compile stops the start. */
function completeField({ maxLength, ...field }: FieldInFile): IntegrationField {
  for (const pattern of [field.pattern, field.shape]) RegExp(pattern ?? '', 'u')
  return { ...field, maxLength: maxLength ?? (field.secret ? 4096 : 256) }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

/** Integration types by id, like `AMAZON_CONNECT`. */
export type IntegrationTypes = ReadonlyMap<string, IntegrationType>

/** One integration type, as its file says it, with defaults filled in. Deeply frozen. */
export interface IntegrationType extends IntegrationForm {
  hosts: { allow: readonly string[]; urlRegex?: string }
  /** What `{key.attribute}` stands for in templates: maps[key][value][attribute]. */
  maps?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
  test: ConnectionTest
  confidence: { fields: Confidence; endpoint: Confidence; statuses: Confidence; endpointNote?: string }
  sources: readonly { kind: SourceKind; ref: string }[]
  notes?: string
}

export interface ConnectionTest {
  auth: Auth
  /** Absent when obtaining the token is the whole test. */
  request?: TestRequest
  tokenOnly?: boolean
  success: readonly number[]
  expect?: Expectation
  /** HTTP statuses, or SQLSTATEs for a driver. */
  statuses: {
    badCredentials: readonly (number | string)[]
    missingPermission: readonly (number | string)[]
    notFound: readonly (number | string)[]
  }
  rules?: readonly AnswerRule[]
  /** The right that the credentials need, for people. */
  permission: string
  /** A stronger request with lower confidence. Never sent by default. */
  optionalDeepCheck?: TestRequest
}

export interface TestRequest {
  method: 'GET' | 'POST' | 'QUERY'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Readonly<Record<string, string | number>>
  bodyType?: 'json' | 'xml' | 'sql'
}

export interface Expectation {
  jsonEquals?: Readonly<Record<string, string | number | boolean>>
  jsonPresent?: readonly string[]
  bodyContains?: string
  /** Default: unexpected_response. */
  else?: Outcome
}

export interface AnswerRule {
  stage: 'token' | 'test'
  status?: readonly number[]
  /** `header:<name>`, `json:<path>`, `xml:<element>` or `sqlstate`; the first that is present is the code. */
  codeFrom?: readonly string[]
  codeIn?: readonly string[]
  bodyContains?: readonly string[]
  as: Outcome
  basis: 'source' | 'code_excerpt' | 'unverified'
  note?: string
}

export type Auth =
  | DirectAuth
  | TokenAuth
  | {
      scheme: 'aws_sigv4'
      service: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      sessionToken?: string
    }
  | { scheme: 'hmac_sha256'; secret: string; signatureHeader: string; timestampHeader: string }
  | { scheme: 'by_field'; field: string; cases: Readonly<Record<string, DirectAuth>> }
  | {
      scheme: 'driver_postgresql'
      host: string
      port: string
      database: string
      user: string
      password: string
      ssl: string
    }

/** Schemes that put the credentials into the test request itself. */
export type DirectAuth =
  | { scheme: 'none' }
  | { scheme: 'basic'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'header'; name: string; value: string }
  | { scheme: 'headers'; headers: Readonly<Record<string, string>> }

/** Schemes that ask `tokenUrl` for a token first. */
export type TokenAuth =
  | ({ scheme: 'oauth2_client_credentials' } & OAuth2Client)
  | ({ scheme: 'oauth2_password'; username: string; password: string } & OAuth2Client)
  | ({ scheme: 'oauth2_refresh_token'; refreshToken: string } & OAuth2Client)
  | ({ scheme: 'oauth2_jwt_bearer_static'; assertion: string; grantType: string } & OAuth2Client)
  | {
      scheme: 'google_service_account'
      tokenUrl: string
      issuer: string
      privateKey: string
      alg: 'RS256'
      scope: string
      subject?: string
    }

export interface OAuth2Client {
  tokenUrl: string
  clientAuth: 'basic' | 'basic_urlencoded' | 'body'
  clientId: string
  clientSecret: string
  scope?: string
  extraParams?: Readonly<Record<string, string>>
  /** Members of the token response that templates may use as `{token.<name>}`. */
  exposes?: readonly string[]
  /** The Authorization header of the test request; default `Bearer {token}`. */
  headerFormat?: string
}

export type Outcome =
  | 'ok'
  | 'bad_credentials'
  | 'missing_permission'
  | 'not_found'
  | 'invalid_configuration'
  | 'clock_skew'
  | 'rate_limited'
  | 'vendor_unavailable'
  | 'timeout'
  | 'network_error'
  | 'blocked_host'
  | 'unexpected_response'

export type Confidence = 'high' | 'medium' | 'low'
export type SourceKind = 'vendor_doc' | 'connector' | 'scanner' | 'code_excerpt' | 'page' | 'own_design'

type IntegrationTypeFile = Omit<IntegrationType, 'fields'> & { fields: readonly FieldInFile[] }

type FieldInFile = Omit<IntegrationField, 'maxLength'> & { maxLength?: number }
