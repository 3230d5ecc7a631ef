import { linkOptions } from '@tanstack/react-router'

/** Where a resource is shown; undefined for what has no screen of its own. */
export function addressOf(type: string, id: string, instance: string) {
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
