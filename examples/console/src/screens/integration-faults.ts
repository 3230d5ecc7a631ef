import type { IntegrationType, IntegrationTypeField } from '@instance-admin/sdk'
import { texts } from '../texts.ts'
import { shownFields, type IntegrationValues } from './integration-fields.tsx'

const labels = texts.faults

/**
 * What the catalogue knows to be wrong, by field, before anything is sent: the service would tell of it only once nothing
 * else is wrong. A secret that is stored may stay empty.
 */
export function findFaults(type: IntegrationType, values: IntegrationValues, storedSecrets: readonly string[] = []) {
  const faults = shownFields(type, values).map((field): [string, string | null] => {
    const value = values.metadata[field.key] ?? ''
    return [`metadata.${field.key}`, value === '' ? missing(field, storedSecrets) : malformed(field, value)]
  })
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null))
}

/** What belongs to a choice is needed once the choice is made. */
function missing({ key, required, when }: IntegrationTypeField, storedSecrets: readonly string[]): string | null {
  return (required || when !== undefined) && !storedSecrets.includes(key) ? labels.missing : null
}

function malformed({ label, maxLength, pattern, hint, example }: IntegrationTypeField, value: string): string | null {
  if (maxLength !== undefined && Array.from(value).length > maxLength) return labels.tooLong(maxLength)
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return null
  return labels.notValid(label, hint ?? (example === undefined ? undefined : labels.example(example)))
}
