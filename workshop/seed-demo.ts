import { randomUUIDv7 } from 'node:crypto'
import type { TwuModelVersion, UntypedIntegration, User } from '../spec/gen/openapi.gen.ts'
import { reportOf } from '../sdk/src/testing/connection-report.ts'
import type { Instance, Model } from '../sdk/src/testing/operation.ts'
import type { Database } from '../server/db/database.ts'
import { insertAgent } from '../server/db/agents.ts'
import { saveExecutions } from '../server/db/executions.ts'
import { insertInstance } from '../server/db/instances.ts'
import { insertIntegration, recordBackgroundCheck, switchIntegration } from '../server/db/integrations.ts'
import { closeTwuModelVersion, insertTwuModelVersion } from '../server/db/twu-model-versions.ts'
import { insertTwuModel, refreshTwuModel, type TwuModelRow } from '../server/db/twu-models.ts'
import { recording, serviceOrigin } from '../server/db/query/recorded.ts'
import { insertUser } from '../server/db/users.ts'
import { addModelPrices } from '../server/db/model-prices.ts'
import { toWorkLedgerRow } from '../server/db/work-ledger-entries.ts'
import { insertShares, toEntryShares } from '../server/db/work-ledger-shares.ts'
import { insertEntries } from '../server/db/work-ledger-writes.ts'
import { sealSecrets } from '../server/integrations/stored-secrets.ts'
import type { SecretBox } from '../server/integrations/secrets.ts'

const instanceId = 'demo'
const origin = serviceOrigin(instanceId, 'seed-demo')

/**
 * Creates the instance `demo`, unless it exists: Ada, who signs in, and what the mock has, with the work of the last ten
 * weeks.
 */
export async function seedDemo(db: Database, secretBox: SecretBox): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await insertInstance(transaction, { id: instanceId, name: 'Demo' }))) return
    const { users, agents, integrations, models, modelPrices, ledger, executions } = await makeUp()
    for (const model of models.values()) await seedModel(transaction, model)
    for (const integration of itemsOf(integrations)) await seedIntegration(transaction, secretBox, integration)
    for (const agent of itemsOf(agents)) await insertAgent(transaction, origin, agent.id, agent)
    await addModelPrices(transaction, origin, itemsOf(modelPrices))
    for (const user of itemsOf(users)) await seedUser(transaction, user)
    // As the newest user she is the first one of the list.
    await seedUser(transaction, { id: randomUUIDv7(), ...ada })
    const rows = Array.from(ledger.values(), (entry) => toWorkLedgerRow(instanceId, entry, 'seed-demo'))
    await insertEntries(transaction, rows)
    const reported = Array.from(executions.values(), ({ report: { id, operations } }) => ({ id, sent: '', operations }))
    await saveExecutions(transaction, instanceId, reported)
    const known = { get: (id: string) => agents.get(id)?.item }
    const shares = Array.from(ledger.values(), (entry) => {
      return toEntryShares(entry, executions.get(entry.id)?.report.operations ?? [], known)
    })
    await insertShares(transaction, instanceId, shares)
  })
}

/** The world of the test server until now, of whose work only the executions: the models compute their outcomes and policies. */
async function makeUp(): Promise<Instance> {
  // Only the first start needs these, and to load them takes a third of a second.
  const { seedWorld } = await import('../sdk/src/testing/world/index.ts')
  const { seedInstance } = await import('../sdk/src/testing/seed.ts')
  const now = new Date().toISOString()
  const { workLedger = [], ...world } = seedWorld(1, now)
  const executions = workLedger.filter(({ operations }) => operations !== undefined)
  return seedInstance(instanceId, { ...world, workLedger: executions }, { newId: randomUUIDv7, now: () => now })
}

function itemsOf<Item>(rows: ReadonlyMap<string, { item: Item }>): Item[] {
  return Array.from(rows.values(), ({ item }) => item)
}

type Person = Pick<User, 'id' | 'username' | 'email' | 'name' | 'middleName' | 'familyName' | 'enabled' | 'roles'>

async function seedUser(db: Database, { middleName, familyName, ...user }: Person): Promise<void> {
  const { id, username, email, name, enabled, roles } = user
  const names = { name, middle_name: middleName, family_name: familyName }
  await insertUser(db, origin, { id, username, email, ...names, enabled, roles })
}

/** first-administrator.ts lets her sign in. */
const ada: Omit<Person, 'id'> = {
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  middleName: null,
  familyName: 'Lovelace',
  enabled: true,
  roles: ['Administrator'],
}

async function seedIntegration(db: Database, secretBox: SecretBox, integration: UntypedIntegration): Promise<void> {
  const { id, name, description, type, metadata, configuredSecrets, secretsExpireAt, lastTest } = integration
  const made = Object.fromEntries(configuredSecrets.map((key) => [key, 'made-up']))
  const secrets = sealSecrets(secretBox, { instanceId, ownerId: id }, made)
  const content = { name, description, type, metadata, secrets, secrets_expire_at: secretsExpireAt }
  const row = await insertIntegration(db, origin, id, content)
  // A check in the background would send the made-up secrets to the vendor: none is due, or the integration is inactive.
  if (!lastTest) return void (await switchIntegration(db, origin, id, 'inactive', null))
  const { status, isHealthy, consecutiveFailures } = integration
  const found = { status, is_healthy: isHealthy, failed_checks: consecutiveFailures }
  await recordBackgroundCheck(db, origin, row, found, reportOf(lastTest.outcome, integration, lastTest.at), never)
}

const never = 100 * 365 * 86_400_000

/** Each version is created as a draft, as users do it, and then published and archived as far as it was. */
async function seedModel(db: Database, { id, versions }: Model): Promise<void> {
  const [{ item: first }] = versions
  await recording(db, origin, async (transaction, record) => {
    const { name, description } = first
    const created = await insertTwuModel(transaction, { instance_id: instanceId, id, name, description })
    let model: TwuModelRow | null = null
    for (const { item } of versions) {
      const key = { instanceId, modelId: id, version: item.version }
      let row = await insertTwuModelVersion(transaction, record, model, key, item)
      model = model === null ? created : await refreshTwuModel(transaction, instanceId, id)
      for (const status of stagesTo[item.status]) {
        row = await closeTwuModelVersion(transaction, record, model, row, status)
        model = await refreshTwuModel(transaction, instanceId, id)
      }
    }
  })
}

const stagesTo = {
  DRAFT: [],
  published: ['published'],
  archived: ['published', 'archived'],
} as const satisfies Record<TwuModelVersion['status'], readonly string[]>
