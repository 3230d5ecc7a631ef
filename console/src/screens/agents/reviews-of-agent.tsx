import { Group, Text } from '@mantine/core'
import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'
import { AgentLink } from './agent-link.tsx'
import { useAgentName } from './agent-names.ts'

const labels = texts.reviews

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
