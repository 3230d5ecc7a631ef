import type { IntegrationType, IntegrationTypeField } from '@instance-admin/sdk'
import { texts } from '../../texts.ts'
import { sayChoice, type IntegrationValues } from './integration-fields.tsx'

const labels = texts.integrations

/** For a comparison of what was typed with what others saved: each field of the type by itself, and no secret. */
export function toComparison(
  type: IntegrationType,
  { name, description, secretsExpireAt, metadata }: IntegrationValues,
) {
  const metadataOf = (field: IntegrationTypeField) => {
    const value = metadata[field.key] ?? ''
    return field.secret ? (value === '' ? labels.secretKept : labels.secretReplaced) : sayChoice(field, value)
  }
  return { name, description, secretsExpireAt, ...byField(type, metadataOf) }
}

/** The label of each field that `toComparison` gives. */
export function toLabels(type: IntegrationType) {
  const { name, description, secretsExpireAt } = labels
  return { name, description, secretsExpireAt, ...byField(type, ({ label }) => label) }
}

function byField({ fields }: IntegrationType, textOf: (field: IntegrationTypeField) => string): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [`metadata.${field.key}`, textOf(field)]))
}
