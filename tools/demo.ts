import { requireConfig } from '../server/config/config.ts'
import { fetchDevToken } from '../workshop/identity-provider/dev-token.ts'
import type { Role } from '../contract/rules/roles.ts'
import {
  ConnectionError,
  createClient,
  isApiError,
  type AgentInput,
  type Resources,
  type TwuModelInput,
} from '../sdk/src/index.ts'
import { fail, failWithoutService } from '../server/commands/fail.ts'
import { runCommand } from '../server/commands/run-command.ts'

async function main(): Promise<number> {
  const { dataDir, port } = requireConfig(process.env)
  try {
    const connect = (role: Role) => connectAs(role, dataDir, `http://127.0.0.1:${port}`)
    await runAll(await connect('Administrator'), await connect('Viewer'))
    return 0
  } catch (error) {
    if (error instanceof ConnectionError) return failWithoutService(port)
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** Uses every resource with real calls, in the order in which a person would try them. */
async function runAll(administrator: Resources, viewer: Resources): Promise<void> {
  await manageUser(administrator)
  await manageAgents(administrator)
  await manageIntegration(administrator)
  await manageModel(administrator)
  await readLedger(viewer)
  await readChanges(administrator)
}

async function manageUser({ users }: Resources): Promise<void> {
  heading('A user')
  const unique = Date.now().toString(36)
  const user = await users.create({
    username: `ada-${unique}`,
    email: `ada-${unique}@example.com`,
    name: 'Ada',
    familyName: 'Lovelace',
    temporaryPassword: 'correct-horse-battery',
  })
  done(`created ${user.username}, who can log in and must change the password`)
  const disabled = await users.update(user.id, { enabled: false })
  done(`disabled ${disabled.username}: enabled is ${disabled.enabled}`)
  await users.delete(user.id)
  done('deleted the user')
}

async function manageAgents({ agents }: Resources): Promise<void> {
  heading('Agents')
  const inputs: AgentInput[] = [
    {
      name: 'Summariser',
      type: 'AI',
      active: true,
      model: 'claude-sonnet-4-5',
      capabilities: ['summarization'],
    },
    { name: 'Grace Hopper', type: 'HUMAN', active: true, capabilities: ['customer support'] },
  ]
  for (const input of inputs) {
    const agent = await agents.create(input)
    done(`created the ${agent.type} agent ${agent.name}${agent.model ? ` with the model ${agent.model}` : ''}`)
    await agents.update(agent.id, { ...input, active: false })
    await agents.delete(agent.id)
    done('deactivated and deleted it')
  }
}

async function manageIntegration({ integrations }: Resources): Promise<void> {
  heading('An integration')
  const integration = await integrations.create({
    name: 'Support workspace',
    type: 'SLACK',
    metadata: { botToken: 'xoxb-1234567890-not-a-real-token' },
  })
  done(`created ${integration.name}: ${integration.status}, secrets set: ${integration.configuredSecrets.join(', ')}`)
  const test = await integrations.test(integration.id)
  done(`tested the connection in ${test.durationMs} ms: ${test.outcome} - ${test.message}`)
  done(`so that it is now ${test.integration.status}`)
  await integrations.delete(integration.id)
  done('deleted it')
}

async function manageModel({ twuModels, executions }: Resources): Promise<void> {
  heading('A TWU model')
  const { versions } = twuModels
  const model = await startDraft(twuModels)
  try {
    await twuModels.publish(model.id)
  } catch (error) {
    if (!isApiError(error, 'twuModels.publish') || error.code !== 'draft_incomplete') throw error
    const pointers = error.errors.map(({ pointer }) => pointer).join(', ')
    done(`publishing it so early is refused (${error.code}), with a pointer to every gap: ${pointers}`)
  }
  await versions.update(model.id, model.version, { ...sketch, ...definitions })
  done('edited the draft: entities, actions, events and outcomes')
  const first = await twuModels.publish(model.id)
  done(`published version ${first.version} at ${first.publishedAt}`)
  const description = 'Sends tickets to the right queue, faster.'
  const second = await versions.create(model.id, { ...sketch, ...definitions, description })
  done(`created version ${second.version}, ${second.status}`)
  await twuModels.publish(model.id)
  const { items } = await versions.list(model.id, { size: 2 })
  done(`published it too; the newest: ${items.map(({ version, status }) => `${version} ${status}`).join(', ')}`)
  const startedAt = new Date().toISOString()
  const entry = await executions.report(model.id, {
    id: `demo-${Date.now().toString(36)}`,
    title: 'Ticket 4711',
    status: 'completed',
    entityId: '4711',
    relatedEntity: 'Ticket 4711',
    startedAt,
    operations: [{ action: 'assign', actor: 'AI', startedAt, endedAt: startedAt, activeTime: 1.5, cost: 0.02 }],
  })
  const outcomes = entry.outcomes?.map(({ name, value }) => `${name} ${String(value)}`).join(', ')
  done(`reported what was done by version ${entry.modelVersion}: ${entry.policyStatus}, ${outcomes}`)
}

/** A draft with gaps. Models are not deleted, so a later run goes on with the model of the first one. */
async function startDraft(twuModels: Resources['twuModels']) {
  const { versions } = twuModels
  const { items } = await twuModels.list({ name: sketch.name })
  const known = items.find(({ name }) => name === sketch.name)
  if (!known) {
    const model = await twuModels.create(sketch)
    done(`saved ${model.name} as version ${model.version}, ${model.status}`)
    return { id: model.id, version: model.version }
  }
  const left = (await versions.list(known.id)).items.find(({ status }) => status === 'DRAFT')
  const { version } = left ?? (await versions.create(known.id, sketch))
  if (left) await versions.update(known.id, version, sketch)
  done(`went on with ${known.name}: version ${version} is its draft`)
  return { id: known.id, version }
}

async function readLedger({ workLedger }: Resources): Promise<void> {
  heading('The work ledger')
  const { items, page } = await workLedger.list({
    policyStatus: 'review_required',
    sort: 'cost,desc',
    size: 3,
  })
  done(`${page.totalElements} entries need a review. The most expensive are:`)
  for (const entry of items) {
    console.log(`      ${entry.title}  $${entry.cost}  ${entry.activeTime} s  ${entry.actors.join(' and ')}`)
  }
}

async function readChanges({ changes }: Resources): Promise<void> {
  heading('What has changed')
  const { items } = await changes.list({ size: 3 })
  for (const { sequence, operation, resource, actor } of items)
    done(
      `change ${sequence}: ${operation} of ${resource.name ?? resource.id}, by ${actor.name ?? actor.id ?? actor.type}`,
    )
}

async function connectAs(role: Role, dataDir: string, baseUrl: string): Promise<Resources> {
  const answer = await fetchDevToken({ dataDir, roles: [role], instanceId: 'demo' })
  if (!answer.ok) throw new Error(answer.message)
  return createClient({ baseUrl, token: answer.token }).instance('demo')
}

function heading(text: string): void {
  console.log(`\n${text}`)
}

function done(text: string): void {
  console.log(`  - ${text}`)
}

const sketch: TwuModelInput = {
  name: 'Ticket routing',
  description: 'Sends tickets to the right queue.',
}

const definitions: Partial<TwuModelInput> = {
  entities: [{ name: 'ticket' }],
  actions: [{ name: 'assign', entity: 'ticket', actors: ['AI'] }],
  events: [{ name: 'assigned', entity: 'ticket', action: 'assign' }],
  outcomes: [{ name: 'cost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
}

const usage = `Uses every resource of the service with real calls and prints each step.

  npm run demo

Needs the server of this folder to run (npm start).`

await runCommand(main, { usage, options: {} })
