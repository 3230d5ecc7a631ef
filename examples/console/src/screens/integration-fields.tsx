import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { IntegrationType, UntypedIntegration } from '@instance-admin/sdk'
import { texts } from '../texts.ts'

const labels = texts.integrations

/** The fields of an integration: its name, and the form of its type as the catalogue describes it. */
export function IntegrationFields({ form, type, configuredSecrets = [] }: IntegrationFieldsProps) {
  return (
    <>
      <TextInput label={labels.name} required {...form.getInputProps('name')} />
      <TextInput label={labels.description} {...form.getInputProps('description')} />
      {shownFields(type, form.values).map((field) => (
        <MetadataField
          key={field.key}
          field={field}
          isSet={configuredSecrets.includes(field.key)}
          input={form.getInputProps(`metadata.${field.key}`)}
        />
      ))}
    </>
  )
}

/** One field of the catalogue. A secret that is set may stay empty: then the service keeps it. */
function MetadataField({ field, isSet, input }: MetadataFieldProps) {
  const { label, hint, example, secret, format } = field
  const common = {
    label,
    description: isSet ? labels.secretIsSet : hint,
    placeholder: example,
    required: field.required && !isSet,
    maxLength: field.maxLength,
    autoComplete: 'off',
    ...input,
  }
  // A key in PEM has lines, which an input of one line would lose.
  if (format === 'pem') return <Textarea autosize minRows={3} {...common} />
  if (secret) return <PasswordInput {...common} autoComplete="new-password" />
  if (field.enum) return <NativeSelect {...common} data={field.required ? field.enum : ['', ...field.enum]} />
  return <TextInput {...common} />
}

/** What a person types. */
export type IntegrationValues = {
  name: string
  description: string
  metadata: Record<string, string>
}

/** What the form starts with: what the integration has, else the defaults of the catalogue. Secrets are never read. */
export function toIntegrationValues(
  type: IntegrationType,
  integration?: UntypedIntegration,
): IntegrationValues {
  const metadata = type.fields.map(({ key, default: start = '' }): [string, string] => {
    const stored = integration?.metadata[key]
    return [key, typeof stored === 'string' ? stored : integration ? '' : start]
  })
  return {
    name: integration?.name ?? '',
    description: integration?.description ?? '',
    metadata: Object.fromEntries(metadata),
  }
}

/** What was typed as a body: of the metadata what the form shows and is not empty. */
export function toIntegrationBody(type: IntegrationType, values: IntegrationValues) {
  const { name, description, metadata } = values
  const typed = shownFields(type, values).filter(({ key }) => metadata[key])
  return { name, description: description || null, type: type.type, metadata: pick(metadata, typed) }
}

/** For a comparison of what was typed with what others saved: a typed secret is not shown, and a saved one is not read. */
export function hideSecrets({ fields }: IntegrationType, values: IntegrationValues): IntegrationValues {
  const shown = fields.filter(({ secret }) => !secret)
  return { ...values, metadata: pick(values.metadata, shown) }
}

function pick(metadata: Record<string, string>, fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ key }): [string, string] => [key, metadata[key] ?? '']))
}

/** A field that belongs to a choice is shown while the choice is made. */
function shownFields({ fields }: IntegrationType, { metadata }: IntegrationValues): Field[] {
  return fields.filter(({ when = {} }) =>
    Object.entries(when).every(([key, value]) => metadata[key] === value),
  )
}

type Field = IntegrationType['fields'][number]

interface IntegrationFieldsProps {
  form: UseFormReturnType<IntegrationValues>
  type: IntegrationType
  configuredSecrets?: readonly string[]
}

interface MetadataFieldProps {
  field: Field
  isSet: boolean
  input: ReturnType<UseFormReturnType<IntegrationValues>['getInputProps']>
}
