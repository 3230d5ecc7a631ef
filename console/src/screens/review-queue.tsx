import { Text } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { focusHeading } from '../parts/keep-focus.ts'
import { TextLink } from '../parts/link.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import classes from './reviews.module.css'

/** All that wait, with the one that is shown beside them; on a phone they stand alone until somebody chooses one. */
export function Queue({ waiting, shown, agentId }: QueueProps) {
  const { instance } = useApi()
  return (
    <nav aria-label={ledgerTexts.queue} className={classes.queue}>
      {waiting.map(({ id, title, actors, agents: [first] = [], createdAt }) => (
        <TextLink
          key={id}
          ref={id === shown ? bringIntoView : null}
          to="/$instance/reviews"
          params={{ instance }}
          search={{ agentId, entry: id }}
          replace
          underline="never"
          aria-current={id === shown || undefined}
          title={title}
          onClick={focusHeadingOfPhone}
        >
          <Text size="sm" fw={500} truncate>
            {title}
          </Text>
          <Text size="sm" c="dimmed" className={classes.about}>
            <span>{first?.name ?? actors.map((actor) => texts.ledger.actorNames[actor]).join(', ')}</span>
            <Time at={createdAt} />
          </Text>
        </TextLink>
      ))}
    </nav>
  )
}

/** Leads from one back to all of them, where the two have no room beside each other. */
export function ToQueue({ agentId }: Pick<QueueProps, 'agentId'>) {
  const { instance } = useApi()
  return (
    <TextLink
      size="sm"
      to="/$instance/reviews"
      params={{ instance }}
      search={{ agentId }}
      className={classes.back}
      onClick={focusHeadingOfPhone}
    >
      <span aria-hidden>← </span>
      {ledgerTexts.toQueue}
    </TextLink>
  )
}

/** In the list alone: what the page shows stays where it is. */
function bringIntoView(link: HTMLAnchorElement | null) {
  const list = link?.parentElement
  if (list)
    list.scrollTop = Math.min(
      link.offsetTop,
      Math.max(list.scrollTop, link.offsetTop + link.offsetHeight - list.clientHeight),
    )
}

/** What was pressed there is no longer shown. */
function focusHeadingOfPhone() {
  if (!matchMedia('(min-width: 62em)').matches) focusHeading()
}

interface QueueProps {
  waiting: readonly WorkLedgerEntry[]
  /** The id of the one that is shown. */
  shown: string
  agentId: string | undefined
}
