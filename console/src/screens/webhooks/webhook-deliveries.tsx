import { Button, Text, Title } from '@mantine/core'
import type { WebhookDelivery } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { List } from '../../parts/list.tsx'
import { notify } from '../../parts/notify.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'

const labels = webhookTexts

/** What was sent to a webhook, and what came of it. No record tells of deliveries, so they are read again and again. */
export function WebhookDeliveries({ webhookId, enabled }: { webhookId: string; enabled: boolean }) {
  const { queries } = useApi()
  const list = useList(queries.webhooks.deliveries.listInfinite(webhookId), true)
  const redeliver = useMutation({
    ...queries.webhooks.deliveries.redeliver(),
    onSuccess: () => notify(labels.willBeSent),
  })
  return (
    <section aria-label={labels.deliveries}>
      <Title order={2} size="h3" mb="sm">
        {labels.deliveries}
      </Title>
      {redeliver.error && <Failure error={redeliver.error} />}
      <List
        label={labels.deliveries}
        list={list}
        empty={labels.noDeliveries}
        idOf={({ id }) => id}
        isWide
        columns={[
          { header: labels.event, cell: ({ type }) => type },
          { header: labels.status, width: '9rem', cell: ({ status }) => <Status value={status} /> },
          { header: labels.answer, isLong: true, cell: answerOf },
          { header: labels.attempts, isNumber: true, width: '6rem', cell: ({ attempts }) => attempts },
          {
            header: labels.duration,
            isNumber: true,
            width: '9rem',
            cell: ({ durationMs }) => durationMs ?? texts.none,
          },
          { header: labels.at, width: '10rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
          enabled && { header: labels.sendsAgain, width: '10rem', isAction: true, cell: sendAgain },
        ]}
      />
    </section>
  )

  function sendAgain({ id: deliveryId, type }: WebhookDelivery) {
    const send = () => redeliver.mutate({ webhookId, deliveryId })
    return (
      <Button variant="default" size="xs" aria-label={`${labels.sendsAgain}: ${type}`} onClick={send}>
        {labels.sendsAgain}
      </Button>
    )
  }
}

/** The status of the receiver, or why there is none. */
function answerOf({ failure, httpStatus }: WebhookDelivery) {
  if (httpStatus !== null) return httpStatus
  if (failure === null || failure === 'refused') return texts.none
  return <Text size="sm">{texts.statuses[failure]}</Text>
}
