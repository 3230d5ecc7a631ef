import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { IntegrationType, UntypedIntegration, IntegrationTypeField } from '@instance-admin/sdk'
import { wide } from '../parts/fields.tsx'
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
      <TextInput type="date" label={labels.secretsExpireAt} {...form.getInputProps('secretsExpireAt')} />
    </>
  )
}

/** One field of the catalogue. A secret that is set may stay empty: then the service keeps it. */
function MetadataField({ field, isSet, input }: MetadataFieldProps) {
  const { label, hint, example, secret, format, when } = field
  const common = {
    label,
    description: isSet ? labels.secretIsSet(hint) : hint,
    placeholder: field.default ?? example,
    // What belongs to a choice is needed once the choice is made.
    required: (field.required || when !== undefined) && !isSet,
    autoComplete: 'off',
    ...input,
  }
  // A key in PEM has lines, which an input of one line would lose.
  if (format === 'pem') return <Textarea className={wide} autosize minRows={3} {...common} />
  if (secret)
    return (
      <PasswordInput
        aria-invalid={input.error !== undefined}
        {...common}
        autoComplete="new-password"
        visibilityToggleFocusable
      />
    )
  if (field.enum) return <NativeSelect {...common} data={[nothingChosen, ...field.enum]} />
  return <TextInput {...common} />
}

const nothingChosen = { value: '', label: texts.none }

/** What a person types. */
export interface IntegrationValues {
  name: string
  description: string
  secretsExpireAt: string
  metadata: Record<string, string>
}

/** What the form starts with: what the integration has, else the defaults of the catalogue. Secrets are never read. */
export function toIntegrationValues(type: IntegrationType, integration?: UntypedIntegration): IntegrationValues {
  const metadata = type.fields.map(({ key, default: start = '' }): [string, string] => {
    const stored = integration?.metadata[key]
    return [key, typeof stored === 'string' ? stored : integration ? '' : start]
  })
  return {
    name: integration?.name ?? '',
    description: integration?.description ?? '',
    secretsExpireAt: integration?.secretsExpireAt ?? '',
    metadata: Object.fromEntries(metadata),
  }
}

/** What was typed as a body: of the metadata what the form shows and is not empty. */
export function toIntegrationBody(type: IntegrationType, values: IntegrationValues) {
  const { name, description, secretsExpireAt, metadata } = values
  const typed = shownFields(type, values)
    .map(({ key }): [string, string] => [key, metadata[key] ?? ''])
    .filter(([, value]) => value !== '')
  return {
    name,
    description: description || null,
    secretsExpireAt: secretsExpireAt || null,
    type: type.type,
    metadata: Object.fromEntries(typed),
  }
}

/** A field that belongs to a choice is shown while the choice is made, or is what counts without a choice. */
export function shownFields({ fields }: IntegrationType, { metadata }: IntegrationValues): IntegrationTypeField[] {
  const chosen = (key: string) => metadata[key] || fields.find((field) => field.key === key)?.default
  return fields.filter(({ when = {} }) => Object.entries(when).every(([key, value]) => chosen(key) === value))
}

interface IntegrationFieldsProps {
  form: UseFormReturnType<IntegrationValues>
  type: IntegrationType
  configuredSecrets?: readonly string[]
}

interface MetadataFieldProps {
  field: IntegrationTypeField
  isSet: boolean
  input: ReturnType<UseFormReturnType<IntegrationValues>['getInputProps']>
}
