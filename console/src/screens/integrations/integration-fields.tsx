import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { IntegrationType, UntypedIntegration, IntegrationTypeField } from '@instance-admin/sdk'
import { integrationInputOf } from '@instance-admin/sdk/schemas'
import { wide } from '../../parts/fields.tsx'
import { checkBody } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'

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
          value={form.values.metadata[field.key]}
          isSet={configuredSecrets.includes(field.key)}
          input={form.getInputProps(`metadata.${field.key}`)}
        />
      ))}
      <TextInput type="date" label={labels.secretsExpireAt} {...form.getInputProps('secretsExpireAt')} />
    </>
  )
}

/** One field of the catalogue. A secret that is set may stay empty: then the service keeps it. */
function MetadataField({ field, value, isSet, input }: MetadataFieldProps) {
  const { label, secret, format, when } = field
  const common = {
    label,
    // A fault has the hint of the catalogue in its own sentence.
    description: !input.error && [isSet ? labels.secretIsSet : '', sayHint(field)].filter(Boolean).join(' '),
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
  if (field.enum) return <NativeSelect {...common} value={value || field.default} data={choicesOf(field)} />
  return <TextInput {...common} />
}

/** What is left out counts as the default, so with one there is nothing else to choose. */
function choicesOf(field: IntegrationTypeField) {
  const choices = (field.enum ?? []).map((value) => ({ value, label: sayChoice(field, value) }))
  return field.default === undefined ? [{ value: '', label: texts.none }, ...choices] : choices
}

/** A choice in the words of the catalogue. */
export function sayChoice({ enumLabels = {} }: IntegrationTypeField, value: string): string {
  return enumLabels[value] ?? value
}

/** The hint of the catalogue as a sentence, with an example, which no placeholder shows as if it were typed. */
function sayHint({ hint, example, enum: choices }: IntegrationTypeField): string {
  const sentence = hint === undefined ? '' : `${hint.charAt(0).toUpperCase()}${hint.slice(1)}`.replace(/\.?$/, '.')
  return [sentence, example === undefined || choices ? '' : labels.forExample(example)].filter(Boolean).join(' ')
}

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

/** What the service would find. A secret that is stored may stay empty. */
export function validateIntegration(type: IntegrationType, storedSecrets: readonly string[] = []) {
  return checkBody(integrationInputOf(type, storedSecrets), (values: IntegrationValues) =>
    toIntegrationBody(type, values),
  )
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
  value: string | undefined
  isSet: boolean
  input: ReturnType<UseFormReturnType<IntegrationValues>['getInputProps']>
}
