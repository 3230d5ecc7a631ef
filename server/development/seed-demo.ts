import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { AgentInput, TwuModelInput } from '../../spec/openapi.gen.ts'
import { insertAgent } from '../db/agents.ts'
import { insertInstance } from '../db/instances.ts'
import { insertIntegration, switchIntegration } from '../db/integrations.ts'
import { closeTwuModelVersion, insertTwuModelVersion } from '../db/twu-model-versions.ts'
import { insertTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { recording, serviceOrigin } from '../db/query/recorded.ts'
import { insertUser, type UserRow } from '../db/users.ts'
import { toWorkLedgerRow } from '../db/work-ledger-entries.ts'
import { sealSecrets } from '../integrations/stored-secrets.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import { generateEntries } from './generate-entries.ts'
import { writeEntries } from '../ledger/write-entries.ts'

const instanceId = 'demo'
const origin = serviceOrigin(instanceId, 'seed-demo')

/** Creates the instance `demo` with a little realistic data, unless the instance exists. */
export async function seedDemo(db: Database, secretBox: SecretBox): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await insertInstance(transaction, { id: instanceId, name: 'Demo' }))) return
    for (const user of users) {
      const id = randomUUIDv7()
      await insertUser(transaction, origin, { id, middle_name: null, enabled: true, ...user })
    }
    for (const agent of agents) await insertAgent(transaction, origin, randomUUIDv7(), agent)
    await seedIntegration(transaction, secretBox)
    await seedModel(transaction)
    // The same in every demo, except for their times.
    const entries = generateEntries({ seed: 3, count: 60, until: new Date() })
    const rows = Array.from(entries, (entry) => toWorkLedgerRow(instanceId, entry))
    await writeEntries(transaction, instanceId, rows)
  })
}

async function seedIntegration(db: Database, secretBox: SecretBox): Promise<void> {
  const integrationId = randomUUIDv7()
  const secrets = sealSecrets(secretBox, { instanceId, ownerId: integrationId }, { botToken: 'xoxb-0000000000-demo' })
  await insertIntegration(db, origin, integrationId, {
    name: 'Support workspace',
    description: 'Posts hand-overs to the support channel.',
    type: 'SLACK',
    metadata: {},
    secrets,
    secrets_expire_at: null,
  })
  // Otherwise background checks would send the made-up token to Slack.
  await switchIntegration(db, origin, integrationId, 'inactive', null)
}

async function seedModel(db: Database): Promise<void> {
  const id = randomUUIDv7()
  const key = { instanceId, modelId: id, version: 1 }
  const { name, description } = refundModel
  await recording(db, origin, async (transaction, record) => {
    const model = await insertTwuModel(transaction, { instance_id: instanceId, id, name, description })
    const draft = await insertTwuModelVersion(transaction, record, null, key, refundModel)
    await closeTwuModelVersion(transaction, record, model, draft, 'published')
    await refreshTwuModel(transaction, instanceId, id)
  })
}

const users: Pick<UserRow, 'username' | 'email' | 'name' | 'family_name' | 'roles'>[] = [
  { username: 'ada', email: 'ada@example.com', name: 'Ada', family_name: 'Lovelace', roles: ['Administrator'] },
  { username: 'grace', email: 'grace@example.com', name: 'Grace', family_name: 'Hopper', roles: ['Manager'] },
]

const agents: AgentInput[] = [
  {
    name: 'Summariser',
    type: 'AI',
    active: true,
    capabilities: ['summarization', 'translation'],
    model: 'claude-sonnet-4-5',
    priority: 'high',
  },
  {
    name: 'Grace Hopper',
    type: 'HUMAN',
    active: true,
    capabilities: ['customer support', 'leadership'],
    priority: 'medium',
  },
]

const refundModel: TwuModelInput = {
  name: 'Refund handling',
  description: 'Decides and pays refunds.',
  entities: [
    {
      name: 'order',
      attributes: [
        { name: 'number', type: 'string' },
        { name: 'total', type: 'number' },
      ],
    },
  ],
  actions: [
    { name: 'checkPolicy', entity: 'order', actors: ['AI'] },
    { name: 'payRefund', entity: 'order', actors: ['AI', 'HUMAN'] },
  ],
  events: [{ name: 'refundPaid', entity: 'order', action: 'payRefund' }],
  outcomes: [{ name: 'refundCost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' }],
}
