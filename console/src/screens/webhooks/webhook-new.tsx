import { faultsByField, type WebhookWithSecret } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { notify } from '../../parts/notify.tsx'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { emptyWebhook, toWebhookBody, validateWebhook, WebhookFields } from './webhook-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const labels = webhookTexts

/** The dialog with the form of a new webhook, and then with its secret. */
export function NewWebhook({ close }: { close: () => void }) {
  const [created, setCreated] = useState<WebhookWithSecret | null>(null)
  if (created) return <WebhookSecret secret={created.secret} close={close} />
  return (
    <FormDialog title={labels.create} size="lg" close={close}>
      <NewWebhookForm close={close} done={setCreated} />
    </FormDialog>
  )
}

function NewWebhookForm({ close, done }: { close: () => void; done: (webhook: WebhookWithSecret) => void }) {
  const { queries } = useApi()
  const form = useCheckedForm({ initialValues: emptyWebhook, validate: validateWebhook })
  const create = useMutation({
    ...queries.webhooks.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess(webhook) {
      notify(texts.created(webhook.url))
      done(webhook)
    },
  })
  return (
    <Form form={form} error={create.error} onSubmit={(values) => create.mutate({ body: toWebhookBody(values) })}>
      <Fields>
        <WebhookFields form={form} />
      </Fields>
      <FormActions save={labels.submit} error={create.error} isPending={create.isPending} cancel={close} />
    </Form>
  )
}
