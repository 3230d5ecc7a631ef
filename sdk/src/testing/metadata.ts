import type { FormField, IntegrationForm } from './contract.ts'
import type { ValueFault } from './check.ts'

/** Checks the fields of a new integration as the service does, by its type. */
export function readMetadata(form: IntegrationForm, metadata: Metadata): ReadMetadata {
  return read(form, metadata, [])
}

/**
 * The same for an update: secrets that are left out are kept, null clears an optional one, and another host asks for
 * all of them again.
 */
export function mergeMetadata(
  form: IntegrationForm,
  metadata: Metadata,
  stored: StoredMetadata,
): ReadMetadata {
  const cleared = form.fields.filter(
    ({ key, secret, required }) => secret && !required && metadata[key] === null,
  )
  const sent = Object.fromEntries(
    Object.entries(metadata).filter(([key]) => !cleared.some((field) => field.key === key)),
  )
  const kept = form.fields.filter(
    (field) =>
      stored.configuredSecrets.includes(field.key) &&
      isRelevant(form, field, sent) &&
      !Object.hasOwn(metadata, field.key),
  )
  const result = read(
    form,
    sent,
    kept.map(({ key }) => key),
  )
  const moved = form.fields.find(
    (field) => field.host && destination(field, sent) !== destination(field, stored.metadata),
  )
  const again = moved
    ? kept.map((field) =>
        fault(field, 'secret_required', `must be sent again, because ${moved.label} changes.`),
      )
    : []
  const faults = [...(result.ok ? [] : result.faults), ...again]
  return faults.length > 0 ? { ok: false, faults } : result
}

function read(form: IntegrationForm, metadata: Metadata, kept: readonly string[]): ReadMetadata {
  const faults = [
    ...Object.keys(metadata)
      .filter((key) => !form.fields.some((field) => field.key === key))
      .map((key) => unknownField(form, key)),
    ...form.fields.flatMap((field) => findFault(form, field, metadata, kept) ?? []),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const given = form.fields.filter(({ key }) => Object.hasOwn(metadata, key))
  const sentSecrets = given.filter(({ secret }) => secret).map(({ key }) => key)
  return {
    ok: true,
    metadata: Object.fromEntries(
      given.filter(({ secret }) => !secret).map(({ key }) => [key, String(metadata[key])]),
    ),
    configuredSecrets: [...new Set([...kept, ...sentSecrets])].sort(),
    hasNewSecrets: sentSecrets.length > 0,
  }
}

function unknownField({ name, fields }: IntegrationForm, key: string): ValueFault {
  const keys = fields.map((field) => field.key).join(', ')
  return {
    pointer: pointerTo(key.slice(0, 64)),
    code: 'unknown',
    message: `${name} has no such field. Its fields are ${keys}.`,
  }
}

function findFault(
  form: IntegrationForm,
  field: FormField,
  metadata: Metadata,
  kept: readonly string[],
): ValueFault | undefined {
  const value = metadata[field.key]
  const isChosen = isRelevant(form, field, metadata)
  if (value === undefined) {
    const isNeeded = field.required || (field.when !== undefined && isChosen)
    return isNeeded && !kept.includes(field.key) ? fault(field, 'missing', 'is missing.') : undefined
  }
  if (!isChosen) return fault(field, 'not_allowed', `is only used ${choice(form, field)}.`)
  return findValueFault(field, value)
}

function findValueFault(field: FormField, value: unknown): ValueFault | undefined {
  if (typeof value !== 'string') return fault(field, 'malformed', 'must be a string.')
  if (value === '') return fault(field, 'malformed', 'must not be empty. Leave it out instead.')
  if (value.length > field.maxLength)
    return fault(field, 'malformed', `must not be longer than ${field.maxLength} characters.`)
  if (field.secret && /^[*•●]+$|[*•●]{4}/u.test(value))
    return fault(
      field,
      'masked',
      'looks like a mask. Send the secret itself, or leave it out to keep the stored one.',
    )
  if (isControlled(field, value))
    return fault(field, 'malformed', 'contains characters that are not allowed.')
  if (field.enum && !field.enum.includes(value))
    return fault(field, 'not_allowed', `must be one of: ${field.enum.join(', ')}.`)
  if (field.forbidden?.some((word) => word.toLowerCase() === value.toLowerCase()))
    return fault(field, 'not_allowed', `must not be one of: ${field.forbidden.join(', ')}.`)
  const isMatch = field.pattern === undefined || new RegExp(field.pattern, 'u').test(value)
  if (isMatch && (field.format !== 'uri' || isPlainUrl(value))) return undefined
  return fault(field, 'malformed', expectation(field))
}

function expectation({ example, hint }: FormField): string {
  if (example !== undefined) return `is not valid. An example: ${example}`
  return hint === undefined ? 'is not valid.' : `is not valid (${hint}).`
}

/** Keys in PEM come in several lines. */
function isControlled({ format }: FormField, value: string): boolean {
  return (format === 'pem' ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u).test(value)
}

function isPlainUrl(value: string): boolean {
  try {
    const { username, password } = new URL(value)
    return username === '' && password === ''
  } catch {
    return false
  }
}

/** Whether the field belongs to the choices made in others. */
function isRelevant(form: IntegrationForm, { when = {} }: FormField, metadata: Metadata): boolean {
  return Object.entries(when).every(([key, wanted]) => {
    const other = form.fields.find((field) => field.key === key)
    return (metadata[key] ?? other?.default) === wanted
  })
}

function choice(form: IntegrationForm, { when = {} }: FormField): string {
  return Object.entries(when)
    .map(([key, value]) => `when ${form.fields.find((field) => field.key === key)?.label} is ${value}`)
    .join(' and ')
}

function destination(field: FormField, metadata: Metadata): unknown {
  const value = metadata[field.key] ?? field.default
  return typeof value === 'string' ? value.replace(/\/$/, '') : value
}

function fault(field: FormField, code: string, text: string): ValueFault {
  return { pointer: pointerTo(field.key), code, message: `${field.label} ${text}` }
}

function pointerTo(key: string): string {
  return `/metadata/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Metadata = Readonly<Record<string, unknown>>

interface StoredMetadata {
  metadata: Metadata
  configuredSecrets: readonly string[]
}

/** Values of secrets go no further than this. */
type ReadMetadata =
  | { ok: true; metadata: Record<string, string>; configuredSecrets: string[]; hasNewSecrets: boolean }
  | { ok: false; faults: ValueFault[] }
