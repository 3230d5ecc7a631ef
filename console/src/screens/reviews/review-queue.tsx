import { Group, Text } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import { MenuLink, TextLink } from '../../parts/link.tsx'
import { sayWait } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { AgentLink } from '../agents/agent-link.tsx'
import { useAgentName } from '../agents/agent-names.ts'
import { sayOutcome } from '../twu/twu-spoken-results.tsx'
import classes from './reviews.module.css'
import { sayActors } from '../work-ledger/work-ledger-format.ts'

const labels = texts.reviews

/** All that wait, as links, with the one that is shown beside them. */
export function Queue({ waiting, shown, agentId }: QueueProps) {
  const { instance } = useApi()
  return (
    <nav aria-label={labels.title} className={classes.queue}>
      {waiting.map(({ id, title, actors, agents: [first] = [], createdAt, cost, outcomes = [] }) => (
        <MenuLink
          key={id}
          ref={id === shown ? bringIntoView : null}
          to="/$instance/reviews"
          params={{ instance }}
          search={{ agentId, entry: id }}
          replace
          active={id === shown}
          aria-current={id === shown || undefined}
          title={title}
          label={title}
          description={
            <>
              {[
                first?.name ?? sayActors(actors),
                ...outcomes.filter((outcome) => isAmount(outcome) && outcome.value !== cost).map(sayOutcome),
              ].join(', ')}
              <br />
              {sayWait(createdAt)}
            </>
          }
        />
      ))}
    </nav>
  )
}

/** Says that others wait, too, and leads to them. */
export function OnlyOfAgent({ id }: { id: string }) {
  const { instance } = useApi()
  return (
    <Group gap="xs">
      <Text size="sm">
        {labels.onlyOf} <AgentLink id={id} name={useAgentName(id)} />
      </Text>
      <TextLink size="sm" to="/$instance/reviews" params={{ instance }}>
        {labels.ofAll}
      </TextLink>
    </Group>
  )
}

/** What was computed in a unit, such as the money that was paid, says what a decision is about. */
function isAmount({ value, unit }: NonNullable<WorkLedgerEntry['outcomes']>[number]): boolean {
  return typeof value === 'number' && value !== 0 && unit !== null
}

/** In the list alone: what the page shows stays where it is. */
function bringIntoView(link: HTMLAnchorElement | null) {
  const list = link?.parentElement
  if (!list) return
  const lowest = link.offsetTop + link.offsetHeight - list.clientHeight
  list.scrollTop = Math.min(link.offsetTop, Math.max(list.scrollTop, lowest))
}

interface QueueProps {
  waiting: readonly WorkLedgerEntry[]
  /** The id of the one that is shown. */
  shown: string | undefined
  agentId: string | undefined
}
