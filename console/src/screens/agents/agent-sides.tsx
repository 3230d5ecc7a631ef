import { Group } from '@mantine/core'
import { useApi } from '../../api.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'

/** The sides of an agent: what it did, then what it is, and how it became so. */
export function AgentSides({ agentId }: { agentId: string }) {
  const { instance, may } = useApi()
  const [hasWork, hasHistory] = [may('agents.work.get'), may('changes.list')]
  if (!hasWork && !hasHistory) return null
  const link = { params: { instance, agentId }, variant: 'subtle', activeProps, activeOptions } as const
  return (
    <Group component="nav" gap="xs" aria-label={workTexts.sides}>
      {hasWork && (
        <ButtonLink to="/$instance/agents/$agentId/work" {...link}>
          {workTexts.work}
        </ButtonLink>
      )}
      <ButtonLink to="/$instance/agents/$agentId" {...link}>
        {workTexts.settings}
      </ButtonLink>
      {hasHistory && (
        <ButtonLink to="/$instance/agents/$agentId" hash="history" {...link}>
          {texts.changes.history}
        </ButtonLink>
      )}
    </Group>
  )
}

const activeProps = { variant: 'default' }

/** An agent's work is below its address, and of any period. */
const activeOptions = { exact: true, includeSearch: false, includeHash: true }
