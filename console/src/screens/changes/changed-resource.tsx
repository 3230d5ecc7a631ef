import type { Change } from '@instance-admin/sdk'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
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
  const address = addressOf(type, id, instance)
  if (!address) return name
  return (
    <TextLink inherit underline={underline} {...address}>
      {name}
    </TextLink>
  )
}

/** Where a resource is shown; undefined for what has no screen of its own. */
function addressOf(type: string, id: string, instance: string) {
  switch (type) {
    case 'user':
      return linkOptions({ to: '/$instance/users/$userId', params: { instance, userId: id } })
    case 'agent':
      return linkOptions({ to: '/$instance/agents/$agentId', params: { instance, agentId: id } })
    case 'integration':
      return linkOptions({ to: '/$instance/integrations/$integrationId', params: { instance, integrationId: id } })
    case 'twu_model':
      return linkOptions({ to: '/$instance/twu-models/$modelId', params: { instance, modelId: id } })
    case 'webhook':
      return linkOptions({ to: '/$instance/webhooks/$webhookId', params: { instance, webhookId: id } })
    case 'work_ledger':
      return linkOptions({ to: '/$instance/work-ledger/$entryId', params: { instance, entryId: id } })
    default:
      return undefined
  }
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
