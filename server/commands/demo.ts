import { parseArgs } from 'node:util'
import createClient, { type Client } from 'openapi-fetch'
import { readConfig } from '../config.ts'
import { fetchDevToken } from '../identity/dev-token.ts'
import type { Role } from '../identity/roles.ts'
import type { components, paths } from '../../spec/openapi.gen.ts'
import { fail } from './fail.ts'

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { help: { type: 'boolean', default: false } },
    strict: false,
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const read = readConfig(process.env)
  if (!read.ok) return fail(read.problems.join('\n'))
  const { dataDir, port } = read.config
  try {
    const connect = (role: Role) => connectAs(role, dataDir, `http://127.0.0.1:${port}`)
    await walk(await connect('Administrator'), await connect('Viewer'))
    return 0
  } catch (error) {
    // What fetch throws when nothing listens.
    if (error instanceof TypeError)
      return fail(
        `No service answers at port ${port}. Start it (npm start), or set PORT to where it listens.`,
      )
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** The whole mission with real calls, in the order in which a person would try it. */
async function walk(administrator: Client<paths>, viewer: Client<paths>): Promise<void> {
  await manageUser(administrator)
  await manageAgents(administrator)
  await manageIntegration(administrator)
  await manageModel(administrator)
  await readLedger(viewer)
}

async function manageUser(client: Client<paths>): Promise<void> {
  heading('A user')
  const unique = Date.now().toString(36)
  const user = expectData(
    await client.POST('/instances/{instanceId}/users', {
      params: { path },
      body: {
        username: `ada-${unique}`,
        email: `ada-${unique}@example.com`,
        name: 'Ada',
        familyName: 'Lovelace',
        temporaryPassword: 'correct-horse-battery',
      },
    }),
  )
  done(`created ${user.username}, who can log in and must change the password`)
  const disabled = expectData(
    await client.PUT('/instances/{instanceId}/users/{userId}', {
      params: { path: { ...path, userId: user.id } },
      body: { enabled: false },
    }),
  )
  done(`disabled ${disabled.username}: enabled is ${disabled.enabled}`)
}

async function manageAgents(client: Client<paths>): Promise<void> {
  heading('Agents')
  const bodies = [
    {
      name: 'Summariser',
      type: 'AI',
      active: true,
      model: 'claude-sonnet-4-5',
      capabilities: ['summarization'],
    },
    { name: 'Grace Hopper', type: 'HUMAN', active: true, capabilities: ['customer support'] },
  ] as const
  for (const body of bodies) {
    const input = { ...body, capabilities: [...body.capabilities] }
    const agent = expectData(
      await client.POST('/instances/{instanceId}/agents', { params: { path }, body: input }),
    )
    done(
      `created the ${agent.type} agent ${agent.name}${agent.model ? ` with the model ${agent.model}` : ''}`,
    )
    const params = { path: { ...path, agentId: agent.id } }
    await client.PUT('/instances/{instanceId}/agents/{agentId}', {
      params,
      body: { ...input, active: false },
    })
    await client.DELETE('/instances/{instanceId}/agents/{agentId}', { params })
    done('deactivated and deleted it')
  }
}

async function manageIntegration(client: Client<paths>): Promise<void> {
  heading('An integration')
  const integration = expectData(
    await client.POST('/instances/{instanceId}/integrations', {
      params: { path },
      body: {
        name: 'Support workspace',
        type: 'SLACK',
        metadata: { botToken: 'xoxb-1234567890-not-a-real-token' },
      },
    }),
  )
  done(
    `created ${integration.name}: ${integration.status}, secrets set: ${integration.configuredSecrets.join(', ')}`,
  )
  const params = { path: { ...path, integrationId: integration.id } }
  const test = expectData(
    await client.POST('/instances/{instanceId}/integrations/{integrationId}/test', { params }),
  )
  done(`tested the connection in ${test.durationMs} ms: ${test.outcome} - ${test.message}`)
  done(`so that it is now ${test.integration.status}`)
  await client.DELETE('/instances/{instanceId}/integrations/{integrationId}', { params })
  done('deleted it')
}

async function manageModel(client: Client<paths>): Promise<void> {
  heading('A TWU model')
  const sketch = { name: 'Ticket triage', description: 'Sends tickets to the right queue.' }
  const model = expectData(
    await client.POST('/instances/{instanceId}/twu-models', { params: { path }, body: sketch }),
  )
  done(`saved ${model.name} as version ${model.version}, ${model.status}`)
  const params = { path: { ...path, modelId: model.id } }

  const refused = await client.POST('/instances/{instanceId}/twu-models/{modelId}/publish', { params })
  done(`publishing it so early is refused (${refused.response.status}): ${refused.error?.detail}`)
  await client.PUT('/instances/{instanceId}/twu-models/{modelId}/versions/{version}', {
    params: { path: { ...params.path, version: 1 } },
    body: { ...sketch, ...definitions },
  })
  done('edited the draft: entities, actions, events and outcomes')
  const first = expectData(
    await client.POST('/instances/{instanceId}/twu-models/{modelId}/publish', { params }),
  )
  done(`published version ${first.version} at ${first.publishedAt}`)
  const second = expectData(
    await client.POST('/instances/{instanceId}/twu-models/{modelId}/versions', {
      params,
      body: { ...sketch, ...definitions, description: 'Sends tickets to the right queue, faster.' },
    }),
  )
  done(`created version ${second.version}, ${second.status}`)
  expectData(await client.POST('/instances/{instanceId}/twu-models/{modelId}/publish', { params }))
  const versions = expectData(
    await client.GET('/instances/{instanceId}/twu-models/{modelId}/versions', { params }),
  )
  done(
    `published it too; versions: ${versions.map(({ version, status }) => `${version} ${status}`).join(', ')}`,
  )
}

async function readLedger(client: Client<paths>): Promise<void> {
  heading('The work ledger')
  const { content, page } = expectData(
    await client.GET('/instances/{instanceId}/work-ledger', {
      params: { path, query: { policyStatus: 'review_required', sort: 'cost,desc', size: 3 } },
    }),
  )
  done(`${page.totalElements} entries need a review; the most expensive:`)
  for (const entry of content) {
    console.log(`      ${entry.title}  $${entry.cost}  ${entry.activeTime} s  ${entry.actors.join(' and ')}`)
  }
}

async function connectAs(role: Role, dataDir: string, baseUrl: string): Promise<Client<paths>> {
  const token = await fetchDevToken({ dataDir, role, instanceId: path.instanceId })
  if (!token.ok) throw new Error(token.message)
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token.token}` } })
}

/** The body of a success; a problem ends the walk with what the service said. */
function expectData<Data>(result: { data?: Data; error?: { detail: string }; response: Response }): Data {
  if (result.data !== undefined) return result.data
  throw new Error(
    `${result.response.status} from ${result.response.url}: ${result.error?.detail ?? 'no body'}`,
  )
}

function heading(text: string): void {
  console.log(`\n${text}`)
}

function done(text: string): void {
  console.log(`  - ${text}`)
}

const path = { instanceId: 'demo' }

const definitions: Pick<
  components['schemas']['TwuModelInput'],
  'entities' | 'actions' | 'events' | 'outcomes'
> = {
  entities: [{ name: 'ticket' }],
  actions: [{ name: 'assign', entity: 'ticket', actors: ['AI'] }],
  events: [{ name: 'assigned', entity: 'ticket', action: 'assign' }],
  outcomes: [{ name: 'cost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
}

const usage = `Walks the whole service with real calls and prints what it did.

  npm run demo

Needs the server of this folder to run (npm start).`

process.exitCode = await main(process.argv.slice(2))
