import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import classes from './agent-sides.module.css'

/** The sides of an agent: what it did, then what it is, and how it became so. */
export function AgentSides({ agentId }: { agentId: string }) {
  const { instance, may } = useApi()
  const [hasWork, hasHistory] = [may('agents.work.get'), may('changes.list')]
  if (!may('agents.get') || (!hasWork && !hasHistory)) return null
  const link = { params: { instance, agentId }, className: classes.side, underline: 'never', activeOptions } as const
  return (
    <nav className={classes.bar} aria-label={workTexts.sides}>
      {hasWork && (
        <TextLink to="/$instance/agents/$agentId/work" {...link}>
          {workTexts.work}
        </TextLink>
      )}
      <TextLink to="/$instance/agents/$agentId" {...link}>
        {workTexts.settings}
      </TextLink>
      {hasHistory && (
        <TextLink to="/$instance/agents/$agentId" hash="history" {...link}>
          {texts.changes.history}
        </TextLink>
      )}
    </nav>
  )
}

/** An agent's work is below its address, and of any period. */
const activeOptions = { exact: true, includeSearch: false, includeHash: true }
