import { MultiSelect, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Webhook, WebhookInput } from '@instance-admin/sdk'
import { webhookInput } from '@instance-admin/sdk/schemas'
import { faultOfList, pathsOfList } from '../../parts/faults-of-list.ts'
import { wide } from '../../parts/fields.tsx'
import { scrollingOptions } from '../../parts/scrolling-options.ts'
import { checkBody } from '../../parts/use-checked-form.ts'
import { webhookTexts } from '../../texts/webhooks.ts'

const labels = webhookTexts

/** The fields that a new webhook and the form of a webhook have in common. */
export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  const known = [...new Set([...eventTypes, ...form.values.events])]
  const changeEvents = (chosen: string[]) => {
    pathsOfList('events', form.errors).forEach((path) => form.clearFieldError(path))
    form.setFieldValue(
      'events',
      known.filter((type) => chosen.includes(type)),
    )
  }
  return (
    <>
      <TextInput
        className={wide}
        label={labels.url}
        description={labels.urlHint}
        required
        {...form.getInputProps('url')}
      />
      <MultiSelect
        className={wide}
        label={labels.events}
        description={labels.eventsHint}
        data={known}
        searchable
        required
        {...scrollingOptions}
        {...form.getInputProps('events')}
        onChange={changeEvents}
        error={faultOfList('events', form.errors)}
      />
      <TextInput label={labels.description} {...form.getInputProps('description')} />
      <Switch label={labels.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </>
  )
}

/** Those that this console knows, first those that somebody is called for. The service will have more. */
const eventTypes: WebhookInput['events'] = [
  'integration.broken',
  'integration.recovered',
  'integration.secrets_expiring',
  'integration.created',
  'integration.updated',
  'integration.deleted',
  'user.disabled',
  'user.enabled',
  'user.created',
  'user.updated',
  'user.deleted',
  'agent.created',
  'agent.updated',
  'agent.deleted',
  'twu_model.published',
  'twu_model.created',
  'twu_model.updated',
  'twu_model.archived',
  'model_price.created',
  'model_price.updated',
  'model_price.deleted',
  'work_ledger.flagged',
  'work_ledger.started',
  'work_ledger.finished',
  'work_ledger.updated',
  'instance.updated',
  'webhook.disabled',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
]

/** What a person types. */
export interface WebhookValues {
  url: string
  events: WebhookInput['events']
  description: string
  enabled: boolean
}

export const emptyWebhook: WebhookValues = { url: '', events: [], description: '', enabled: true }

export function toWebhookValues({ url, events, description, enabled }: Webhook): WebhookValues {
  return { url, events, description: description ?? '', enabled }
}

/** Finds what the service would. */
export const validateWebhook = checkBody(webhookInput, toWebhookBody)

export function toWebhookBody({ description, ...rest }: WebhookValues): WebhookInput {
  return { ...rest, description: description || null }
}
