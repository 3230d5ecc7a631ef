import type { IntegrationType } from '../../../contract/integration-types.ts'
import type { IntegrationField } from '../../../contract/rules/integration-form.ts'

/** The name with which our requests identify the service. */
export const serviceName = 'instance-administration'

/**
 * Fills the placeholders of a header, a parameter or a body member. Null when a placeholder has no value: the caller
 * then leaves the whole member out.
 */
export function fill(template: string, values: Values): string | null {
  let complete = true
  const filled = template.replace(placeholderPattern, (match: string, key: string, attribute: string | undefined) => {
    const value = valueOf(values, key, attribute)
    complete &&= value !== null
    return match === template ? (value ?? '') : withoutTrailingSlash(value ?? '')
  })
  return complete ? filled : null
}

/** Fills every value of a record. Leaves out members with a placeholder that has no value. */
export function fillAll(templates: Readonly<Record<string, string>>, values: Values): Record<string, string> {
  const filled = Object.entries(templates).map(([name, template]) => [name, fill(template, values)] as const)
  return Object.fromEntries(filled.filter((entry): entry is [string, string] => entry[1] !== null))
}

/**
 * Fills a URL. A placeholder at the start is a whole URL, a placeholder directly behind it is a path; a placeholder in the
 * host takes only host characters; any other value is percent-encoded. Null when a value does not fit its place.
 */
export function fillUrl(template: string, values: Values): URL | null {
  let fits = true
  const filled = template.replace(
    placeholderPattern,
    (match: string, key: string, attribute: string | undefined, _optional: unknown, offset: number) => {
      const value = valueOf(values, key, attribute) ?? ''
      const part = toUrlPart(value, template, offset, match === template)
      fits &&= part !== null
      return part ?? ''
    },
  )
  return fits ? URL.parse(filled) : null
}

/** The fields that `templates` need but that have no value. */
export function missingFields(
  type: IntegrationType,
  templates: readonly string[],
  values: Values,
): readonly IntegrationField[] {
  const missing = placeholders(templates).filter(
    ({ key, attribute, optional }) => !optional && valueOf(values, key, attribute) === null,
  )
  return type.fields.filter((field) => missing.some(({ key }) => key === field.key))
}

/** Every placeholder in `templates`, in their order. */
export function placeholders(templates: readonly string[]) {
  return templates.flatMap((template) =>
    [...template.matchAll(placeholderPattern)].map(([, key = '', attribute, optional]) => ({
      key,
      attribute,
      optional: optional !== undefined,
    })),
  )
}

/** Every string in a part of a type's file. Some strings are templates, the others constants. */
export function templatesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap(templatesIn)
}

/** The fields in the templates of a part of a type's file. */
export function keysIn(part: unknown): string[] {
  return placeholders(templatesIn(part)).map(({ key }) => key)
}

/** The value of a placeholder. An empty field counts as absent. */
function valueOf(values: Values, key: string, attribute: string | undefined): string | null {
  if (attribute === undefined) return values.fields[key] || (key === 'service' ? serviceName : null)
  if (key === 'token') return values.token[attribute] ?? null
  return values.maps?.[key]?.[values.fields[key] ?? '']?.[attribute] ?? null
}

function toUrlPart(value: string, template: string, offset: number, isAll: boolean): string | null {
  if (offset === 0) return isAll ? value : withoutTrailingSlash(value)
  if (template[offset - 1] === '}') return value.startsWith('/') ? value : null
  if (!template.slice('https://'.length, offset).includes('/')) return toHostPart(value)
  return value === '.' || value === '..' ? null : encodeURIComponent(value)
}

function toHostPart(value: string): string | null {
  // Account names may contain an underscore, host names may not: vendors then write a hyphen (Snowflake).
  return /^[\w.-]+$/.test(value) ? value.replaceAll('_', '-') : null
}

function withoutTrailingSlash(value: string): string {
  if (!value.startsWith('https://')) return value
  let end = value.length
  while (value[end - 1] === '/') end--
  return value.slice(0, end)
}

const placeholderPattern = /\{([A-Za-z][A-Za-z0-9]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?(\?)?\}/g

export interface Values {
  /** The metadata, secrets and defaults by field key. */
  fields: Readonly<Record<string, string>>
  maps: IntegrationType['maps']
  /** The members of the token response that the type exposes. */
  token: Readonly<Record<string, string>>
}
