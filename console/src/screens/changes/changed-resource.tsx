import type { Change } from '@instance-admin/sdk'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { TextLink } from '../../parts/link.tsx'
import { changeTexts } from '../../texts/changes.ts'

/** The name leads to the resource, unless it was deleted. */
export function ChangedResource({ change, person, isGone, underline }: ChangedResourceProps) {
  const { instance } = useApi()
  const { type, id } = change.resource
  const name = person ?? <Name of={change} />
  if (change.kind === 'deleted') return name
  if (isGone)
    return (
      <>
        {name}{' '}
        <Text span inherit c="dimmed">
          {changeTexts.gone}
        </Text>
      </>
    )
  if (type === 'agent')
    return (
      <TextLink inherit underline={underline} to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'user')
    return (
      <TextLink inherit underline={underline} to="/$instance/users/$userId" params={{ instance, userId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'integration')
    return (
      <TextLink
        inherit
        underline={underline}
        to="/$instance/integrations/$integrationId"
        params={{ instance, integrationId: id }}
      >
        {name}
      </TextLink>
    )
  if (type === 'twu_model')
    return (
      <TextLink inherit underline={underline} to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'webhook')
    return (
      <TextLink inherit underline={underline} to="/$instance/webhooks/$webhookId" params={{ instance, webhookId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'work_ledger' && id !== 'work-ledger')
    return (
      <TextLink inherit underline={underline} to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
        {name}
      </TextLink>
    )
  return name
}

/** A webhook without a description is called by its address, which not every change of it has. */
function Name({ of: { resource, difference } }: { of: Change }) {
  const { queries, may } = useApi()
  const isNameless = resource.type === 'webhook' && resource.name === null
  const webhooks = useQuery({ ...queries.webhooks.list(), enabled: isNameless && may('webhooks.list') })
  const url = difference.find(({ pointer }) => pointer === '/url')
  const address = url?.after ?? url?.before ?? webhooks.data?.items.find(({ id }) => id === resource.id)?.url
  return <Breakable text={resource.name ?? (typeof address === 'string' && isNameless ? address : resource.id)} />
}

interface ChangedResourceProps {
  change: Change
  /** The whole name of a person who was changed. */
  person?: string | undefined
  /** Whether it was deleted since. */
  isGone: boolean
  /** In a text, a link is told by more than its colour. */
  underline: 'always' | 'hover'
}
