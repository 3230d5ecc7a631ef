import { useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { workTexts } from '../texts/work.ts'
import classes from './agent-sides.module.css'

/** The two sides of an agent: what it did, and what it is. */
export function AgentSides({ agentId }: { agentId: string }) {
  const { instance, may } = useApi()
  if (!may('agents.work.get') || !may('agents.get')) return null
  const link = { params: { instance, agentId }, className: classes.side, underline: 'never', activeOptions } as const
  return (
    <nav className={classes.bar} aria-label={workTexts.sides}>
      <TextLink to="/$instance/agents/$agentId" {...link}>
        {workTexts.settings}
      </TextLink>
      <TextLink to="/$instance/agents/$agentId/work" {...link}>
        {workTexts.work}
      </TextLink>
    </nav>
  )
}

/** An agent's work is below its address, and of any period. */
const activeOptions = { exact: true, includeSearch: false }
