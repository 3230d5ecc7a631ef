import type { Change } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { texts } from '../texts.ts'

/** The name leads to the resource, unless it was deleted. */
export function ChangedResource({ change: { resource, kind } }: { change: Change }) {
  const { instance } = useApi()
  const { type, id } = resource
  const name = resource.name ?? texts.none
  if (kind === 'deleted') return name
  if (type === 'agent')
    return (
      <TextLink underline="always" to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'user')
    return (
      <TextLink underline="always" to="/$instance/users/$userId" params={{ instance, userId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'integration')
    return (
      <TextLink underline="always" to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'twu_model')
    return (
      <TextLink underline="always" to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'webhook')
    return (
      <TextLink underline="always" to="/$instance/webhooks/$webhookId" params={{ instance, webhookId: id }}>
        {name}
      </TextLink>
    )
  return name
}
