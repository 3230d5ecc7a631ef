import type { Fault } from '../types.ts'
import type { IntegrationField, IntegrationForm } from './integration-form.ts'
import { list } from './faults.ts'
import { clip } from './field-names.ts'
import { escapePointer } from './json-text.ts'
import { lengthOf } from './text.ts'

/** Every fault of a new integration's metadata. No message or pointer contains a value. */
export function checkMetadata(type: IntegrationForm, metadata: Metadata): MetadataFault[] {
  return check(type, metadata, [])
}

/**
 * Splits checked metadata into plain values and secrets, which must be sealed. Leaves out keys that are no field of the
 * type, and values that are no string.
 */
export function splitMetadata(type: IntegrationForm, metadata: Metadata): SplitMetadata {
  const split: SplitMetadata = { plain: {}, secrets: {} }
  for (const { key, secret } of type.fields) {
    const value = valueOf(metadata, key)
    if (typeof value === 'string') split[secret ? 'secrets' : 'plain'][key] = value
  }
  return split
}

/**
 * Checks and merges the metadata of an update that keeps the type. Plain fields are replaced, and a plain field that is left
 * out is removed. A secret that is left out is kept, because callers cannot read secrets back; `null` clears an optional
 * secret. Two updates are refused: a mask in place of a secret, and a new host without the secrets. The latter would send
 * the stored secrets to any host that the caller likes. A secret whose `when` no longer holds is dropped.
 */
export function mergeForUpdate(type: IntegrationForm, metadata: Metadata, stored: StoredMetadata): MergedMetadata {
  const secrets = type.fields.filter(({ secret }) => secret)
  const cleared = secrets.filter((field) => !field.required && valueOf(metadata, field.key) === null)
  const left = Object.entries(metadata).filter(([name]) => !cleared.some(({ key }) => key === name))
  const sent = Object.fromEntries(left)
  const kept = secrets
    .filter(({ key }) => stored.secretKeys.includes(key) && valueOf(metadata, key) === undefined)
    .filter((field) => isRelevant(type, field, sent))
  const keptSecrets = kept.map(({ key }) => key)

  const faults = check(type, sent, keptSecrets)
  const moved = type.fields.find((field) => field.host && destination(field, sent) !== destination(field, stored.plain))
  if (moved)
    faults.push(
      ...kept.map((field) => fault(field, 'secret_required', `must be sent again, because ${moved.label} changes.`)),
    )
  return faults.length > 0 ? { ok: false, faults } : { ok: true, ...splitMetadata(type, sent), keptSecrets }
}

function check(type: IntegrationForm, metadata: Metadata, kept: readonly string[]): MetadataFault[] {
  const faults = type.fields.map((field) => {
    const value = valueOf(metadata, field.key)
    const isMissing = value === undefined && isNeeded(type, field, metadata) && !kept.includes(field.key)
    if (isMissing) return fault(field, 'missing', 'is missing.')
    if (value === undefined) return null
    if (!isRelevant(type, field, metadata)) return fault(field, 'not_allowed', `is only used ${choice(type, field)}.`)
    return faultOf(field, value)
  })
  return [...unknownFields(type, metadata), ...faults.filter((found) => found !== null)]
}

function unknownFields(type: IntegrationForm, metadata: Metadata): MetadataFault[] {
  const known = type.fields.map(({ key }) => key)
  const unknown = Object.keys(metadata).filter((key) => !known.includes(key))
  return unknown.map(clip).map((key) => ({
    pointer: pointerTo(key),
    code: 'unknown',
    message: `"${key}" is no field of ${type.name}. Its fields are ${list(known, 'and')}.`,
  }))
}

function faultOf(field: IntegrationField, value: unknown): MetadataFault | null {
  if (typeof value !== 'string') return fault(field, 'malformed', 'must be text.')
  if (lengthOf(value) > field.maxLength)
    return fault(field, 'malformed', `must not be longer than ${field.maxLength} characters.`)
  if (field.secret && looksMasked(value))
    return fault(field, 'masked', 'looks like a mask. Send the secret itself, or leave it out to keep the stored one.')
  if (hasUnstorable(field, value)) return fault(field, 'malformed', 'contains characters that are not allowed.')
  if (field.enum && !field.enum.includes(value))
    return fault(field, 'not_allowed', `must be one of: ${field.enum.join(', ')}.`)
  if (field.forbidden?.some((word) => word.toLowerCase() === value.toLowerCase()))
    return fault(field, 'not_allowed', `must not be one of: ${field.forbidden.join(', ')}.`)
  const fits = new RegExp(field.pattern ?? '', 'u').test(value) && (field.format !== 'uri' || isPlainUrl(value))
  return fits ? null : fault(field, 'malformed', expectation(field))
}

function looksMasked(secret: string): boolean {
  return /^[*•●]+$|[*•●]{4}/u.test(secret)
}

/** Control characters would break headers and jsonb, and lone surrogates jsonb. Only keys (`pem`) may have several lines. */
function hasUnstorable(field: IntegrationField, value: string): boolean {
  const controls = field.format === 'pem' ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u
  return !value.isWellFormed() || controls.test(value)
}

function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

function expectation({ example, hint, pattern = '' }: IntegrationField): string {
  const [, least] = /^\^\[\\x21-\\x7E\]\{(\d+),\d+\}\$$/.exec(pattern) ?? []
  const rule = least ? `must have ${least} or more characters, none of them a space or beyond ASCII` : 'is not valid'
  return `${rule}${hint ? ` (${hint})` : ''}.${example === undefined ? '' : ` An example is "${example}".`}`
}

/** Whether there is no integration without the field, with the choices that the metadata makes in other fields. */
export function isNeeded(type: IntegrationForm, field: IntegrationField, metadata: Metadata): boolean {
  return field.required || (field.when !== undefined && isRelevant(type, field, metadata))
}

function isRelevant(type: IntegrationForm, field: IntegrationField, metadata: Metadata): boolean {
  return Object.entries(field.when ?? {}).every(([key, value]) => effective(fieldOf(type, key), metadata) === value)
}

function choice(type: IntegrationForm, field: IntegrationField): string {
  return Object.entries(field.when ?? {})
    .map(([key, value]) => `when ${fieldOf(type, key).label} is ${value}`)
    .join(' and ')
}

/** The URL or host to which the field sends the credentials. `https://a.example` and `https://a.example/` are equal. */
function destination(field: IntegrationField, metadata: Metadata): unknown {
  const value = effective(field, metadata)
  return typeof value === 'string' ? value.replace(/\/$/, '') : value
}

function effective(field: IntegrationField, metadata: Metadata): unknown {
  return valueOf(metadata, field.key) ?? field.default
}

function fieldOf(type: IntegrationForm, key: string): IntegrationField {
  const field = type.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`${type.name} names a field ${key} that it does not have`)
  return field
}

function fault(field: IntegrationField, code: string, text: string): MetadataFault {
  return { pointer: pointerTo(field.key), code, message: `${field.label} ${text}` }
}

/** The JSON Pointer (RFC 6901) of a field, from the root of the body. */
function pointerTo(key: string): string {
  return `/metadata/${escapePointer(key)}`
}

/**
 * Reads own members only: a key like `constructor` must not find a member of the prototype. An empty text counts as left
 * out, because forms send all their fields.
 */
function valueOf(metadata: Metadata, key: string): unknown {
  return Object.hasOwn(metadata, key) && metadata[key] !== '' ? metadata[key] : undefined
}

/** Metadata as the caller sent it: keys and values are not checked yet. */
export type Metadata = Readonly<Record<string, unknown>>

type MetadataFault = Omit<Fault, 'in'>

interface SplitMetadata {
  plain: Record<string, string>
  secrets: Record<string, string>
}

export interface StoredMetadata {
  plain: Metadata
  secretKeys: readonly string[]
}

/** `secrets` are new and must be sealed; `keptSecrets` stay as stored; all other stored secrets are deleted. */
type MergedMetadata = ({ ok: true; keptSecrets: string[] } & SplitMetadata) | { ok: false; faults: MetadataFault[] }
