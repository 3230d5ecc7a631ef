import type { Change } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { Breakable } from '../parts/breakable.tsx'
import { TextLink } from '../parts/link.tsx'

/** The name leads to the resource, unless it was deleted. */
export function ChangedResource({ change, underline = 'always' }: ChangedResourceProps) {
  const { instance } = useApi()
  const { type, id } = change.resource
  const name = <Breakable text={nameOf(change)} />
  if (change.kind === 'deleted') return name
  if (type === 'agent')
    return (
      <TextLink underline={underline} to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'user')
    return (
      <TextLink underline={underline} to="/$instance/users/$userId" params={{ instance, userId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'integration')
    return (
      <TextLink
        underline={underline}
        to="/$instance/integrations/$integrationId"
        params={{ instance, integrationId: id }}
      >
        {name}
      </TextLink>
    )
  if (type === 'twu_model')
    return (
      <TextLink underline={underline} to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'webhook')
    return (
      <TextLink underline={underline} to="/$instance/webhooks/$webhookId" params={{ instance, webhookId: id }}>
        {name}
      </TextLink>
    )
  return name
}

/** A webhook without a description is called by its address, where the change has it. */
function nameOf({ resource, difference }: Change): string {
  const url = resource.type === 'webhook' ? difference.find(({ pointer }) => pointer === '/url') : undefined
  const address = url?.after ?? url?.before
  return resource.name ?? (typeof address === 'string' ? address : resource.id)
}

interface ChangedResourceProps {
  change: Change
  /** In a text, a link is told by more than its colour. */
  underline?: 'always' | 'hover'
}
