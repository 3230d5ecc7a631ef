import { Text } from '@mantine/core'
import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { workTexts } from '../../texts/work.ts'

/** Leads from an agent that work names to all that it did, whether the instance still has it or not. */
export function AgentLink({ id, name }: AgentLinkProps) {
  const { instance } = useApi()
  return (
    <>
      <TextLink inherit to="/$instance/agents/$agentId/work" params={{ instance, agentId: id }}>
        {name ?? id}
      </TextLink>
      {name === null && (
        <Text span display="block" size="xs" c="dimmed">
          {workTexts.unknown}
        </Text>
      )}
    </>
  )
}

interface AgentLinkProps {
  id: string
  /** Null for an agent that the instance never had; undefined where nobody says. */
  name: string | null | undefined
}
