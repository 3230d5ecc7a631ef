import { useApi } from '../../api.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { lazyPart } from '../../parts/online.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'

const labels = webhookTexts

/** Its code comes when somebody opens it. */
const NewWebhook = lazyPart(() => import('./webhook-new.tsx'), 'NewWebhook')

export function Webhooks() {
  const { instance, queries, may } = useApi()
  const list = useList(queries.webhooks.listInfinite())
  return (
    <Screen title={texts.webhooks} actions={may('webhooks.create') && <Create label={labels.create} />}>
      <List
        label={texts.webhooks}
        list={list}
        empty={labels.empty}
        next={may('webhooks.create') && <Create label={labels.first} />}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.url,
            width: '30%',
            isLong: true,
            cell: ({ id, url }) => (
              <TextLink to="/$instance/webhooks/$webhookId" params={{ instance, webhookId: id }}>
                <Breakable text={url} />
              </TextLink>
            ),
          },
          { header: labels.description, isLong: true, cell: ({ description }) => description ?? texts.none },
          { header: labels.events, isLong: true, inRow: 'below', cell: ({ events }) => events.join(', ') },
          {
            header: labels.state,
            width: '9rem',
            inRow: 'end',
            cell: ({ enabled }) => <Status value={enabled ? 'enabled' : 'disabled'} />,
          },
          {
            header: labels.updatedAt,
            width: '10rem',
            inRow: 'belowEnd',
            cell: ({ updatedAt }) => <Time at={updatedAt} />,
          },
        ]}
      />
    </Screen>
  )
}

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewWebhook close={close} />}</DialogButton>
}
