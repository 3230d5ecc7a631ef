import { createClient, isApiError, type Agent, type CreateAgentErrorCode, type User } from '@instance-admin/sdk'
import { createRawClient } from '@instance-admin/sdk/raw'
import { createQueries } from '@instance-admin/sdk/react-query'
import { useLiveQueries } from '@instance-admin/sdk/react-query/live'
import { createReporter, type Execution } from '@instance-admin/sdk/reporter'
import { createTestServer } from '@instance-admin/sdk/testing'

const client = createClient({ baseUrl: 'https://admin.example.com', token: () => 'token' })
const acme = client.instance('acme')

export async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const user of acme.users.list({ enabled: true, sort: 'username,asc' })) found.push(user.name)
  return found
}

export async function rename(id: string, name: string): Promise<User> {
  const { version } = await acme.users.get(id).withResponse()
  return acme.users.update(id, { name }, { ifMatch: version })
}

export async function create(name: string): Promise<Agent | string> {
  try {
    return await acme.agents.create({ name, type: 'AI', active: true, model: 'claude-sonnet-4-5' })
  } catch (error) {
    if (!isApiError(error, 'agents.create')) throw error
    const code: CreateAgentErrorCode = error.code
    return code
  }
}

export async function status(agentId: string): Promise<number> {
  const path = { instanceId: 'acme', agentId }
  const { response } = await createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
    params: { path },
  })
  return response.status
}

export function work(modelId: string, id?: string): Execution {
  const onDropped = (report: { id: string }) => console.error(report.id)
  const about = { title: 'Refund', entityId: 'order-1', relatedEntity: 'Order 1' }
  return createReporter(acme, { onDropped }).start({ modelId, id, ...about })
}

export const useFailure = () => useLiveQueries(client, 'acme')?.message

export const { queryKey } = createQueries(client, 'acme').users.list({ enabled: true })
export const { requests } = createTestServer({ instances: { acme: { users: [{ username: 'ada' }] } } })

// @ts-expect-error no such sort field
void acme.users.list({ sort: 'password,asc' })
// @ts-expect-error a user never shows a password
export const password: keyof User = 'temporaryPassword'
