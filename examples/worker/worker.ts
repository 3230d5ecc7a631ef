/**
 * The worker of an AI agent: does what a published TWU model says for each job, and reports it. A job is a line of JSON from
 * the standard input; a queue would be read in the same place.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@instance-admin/sdk'
import { createReporter } from '@instance-admin/sdk/reporter'

const { BASE_URL = '', TOKEN = '', INSTANCE = '', MODEL = '', AGENT = '' } = process.env
const unset = Object.entries({ BASE_URL, TOKEN, INSTANCE, MODEL, AGENT }).filter(([, value]) => value === '')
if (unset.length > 0) fail(`Set ${unset.map(([name]) => name).join(', ')}.`)
const { acme, model } = await begin().catch(({ message }: Error) =>
  fail(`${message}\nBASE_URL is ${BASE_URL}, INSTANCE ${INSTANCE}, MODEL ${MODEL}.`),
)

const reporter = createReporter(acme, {
  onDropped: ({ id }, { code, detail }) => {
    process.exitCode = 1
    console.error(`The report of ${id} is lost (${code}): ${detail}`)
  },
})
const jobs = createInterface({ input: process.stdin })
// What is begun is finished, and all reports are sent, before the process ends.
process.once('SIGTERM', () => jobs.close())
try {
  for await (const line of jobs) {
    const job = parse(line)
    if (isJob(job)) await work(job)
    else console.error(`A job has the texts id and order, and the number amount, unlike this: ${line}`)
  }
} finally {
  await reporter.close()
}

async function begin() {
  // A worker that runs for long gives a function that renews its token. Its client has the roles Recorder and Viewer.
  const acme = createClient({ baseUrl: BASE_URL, token: TOKEN }).instance(INSTANCE)
  const model = await acme.twuModels.get(MODEL)
  if (model.publishedVersion === null) throw new Error(`Publish the model "${model.name}" first.`)
  return { acme, model }
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}

async function work({ id, order, amount }: Job): Promise<void> {
  const title = `${model.name} ${order}`
  const about = { modelId: MODEL, version: model.version, id, title, entityId: order, relatedEntity: `Order ${order}` }
  const execution = reporter.start(about)
  for (const { name, actors = [] } of model.actions) {
    // People go on from here. Their program reports the whole execution with the same id, as the same client.
    if (actors.length > 0 && !actors.includes('AI')) return execution.progress()
    const startedAt = performance.now()
    const { isDone, aiModel, usage } = await act(name, amount)
    const activeTime = Math.round(performance.now() - startedAt) / 1000
    const event = model.events.find(({ action }) => action === name)
    // The service computes the cost by the price of the AI model.
    const did = { action: name, actor: 'AI', agentId: AGENT, aiModel, usage, activeTime } as const
    execution.did({ ...did, ...(isDone && event && { event: event.name }) })
    if (!isDone) return execution.fail()
  }
  execution.complete()
}

/** In place of this, ask your language model and its tools, and tell which model it was, and the tokens that it took. */
async function act(_action: string, amount: number) {
  await sleep(5)
  return { isDone: amount <= 1000, aiModel: 'claude-sonnet-4-5', usage: { inputTokens: 5000, outputTokens: 1000 } }
}

interface Job {
  /** The same job done again is the same execution. */
  id: string
  order: string
  amount: number
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isJob(value: unknown): value is Job {
  if (!(value instanceof Object && 'id' in value && 'order' in value && 'amount' in value)) return false
  return typeof value.id === 'string' && typeof value.order === 'string' && typeof value.amount === 'number'
}
