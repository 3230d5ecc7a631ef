import { Alert } from '@mantine/core'
import type { Webhook as WebhookData } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Form } from '../../parts/form.tsx'
import { WithHistory } from '../../parts/history.tsx'
import { Loading } from '../../parts/loading.tsx'
import { notify } from '../../parts/notify.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useEditing } from '../../parts/use-editing.ts'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { toWebhookBody, toWebhookValues, validateWebhook, WebhookFields } from './webhook-fields.tsx'

const route = getRouteApi('/$instance/webhooks/$webhookId')
const labels = webhookTexts

export function Webhook() {
  const { webhookId } = route.useParams()
  const { queries } = useApi()
  const webhook = useQuery(queries.webhooks.getWithVersion(webhookId))
  const retry = () => void webhook.refetch()
  if (webhook.isPending) return <Loading />
  if (!webhook.data) return <Failure error={webhook.error} retry={retry} backTo="/$instance/webhooks" />
  const { data } = webhook.data
  return (
    <Screen title={data.url} backTo="/$instance/webhooks" actions={<WebhookActions webhook={data} />}>
      {webhook.error && <Failure error={webhook.error} retry={retry} />}
      {data.disabledReason !== null && <Alert>{labels.reasons[data.disabledReason]}</Alert>}
      <WebhookForm key={webhookId} latest={webhook.data} />
      <WebhookDeliveries webhookId={webhookId} enabled={data.enabled} />
    </Screen>
  )
}

function WebhookForm({ latest }: { latest: Versioned<WebhookData> }) {
  const { queries, client } = useApi()
  const { id: webhookId } = latest.data
  const update = useMutation(queries.webhooks.updateWithVersion())
  const form = useCheckedForm({ initialValues: toWebhookValues(latest.data), validate: validateWebhook })
  const editing = useEditing({
    latest,
    form,
    toValues: toWebhookValues,
    read: () => client.webhooks.get(webhookId).withResponse(),
    write: (values, ifMatch) => update.mutateAsync({ webhookId, body: toWebhookBody(values), ifMatch }),
    onSaved: ({ url }, undo) => notify(texts.saved(url), undo),
  })

  return (
    <WithHistory type="webhook" id={webhookId} restore={editing.restore}>
      <Form form={form} error={editing.error} onSubmit={(values) => void editing.save(values)}>
        <Fields>
          <WebhookFields form={form} />
        </Fields>
        <FormActions save={texts.save} error={editing.error} isPending={update.isPending} cancel={editing.cancel} />
      </Form>
      <Conflict conflict={editing.conflict} fields={labels} />
      <Unsaved isUnsaved={!editing.isUntouched} />
    </WithHistory>
  )
}
