import type { Context, Operation } from '../contract.ts'
import {
  findIntegration,
  recordConnectionTest,
  toIntegration,
  type IntegrationRow,
} from '../db/integrations.ts'
import { integrationNotFound } from '../http/answers.ts'
import type { ConnectionTestResult } from '../integrations/connection-test/run.ts'
import { openSecrets } from '../integrations/stored-secrets.ts'

export const testIntegration: Operation<'testIntegration'> = async ({ path }, context) => {
  const { db } = context
  const row = await findIntegration(db, path.instanceId, path.integrationId)
  if (!row) return integrationNotFound
  const testedAt = new Date()
  const { outcome, message, durationMs } = await test(row, context)
  const tested =
    (await recordConnectionTest(db, row, { isHealthy: outcome === 'ok', testedAt })) ??
    // Reconfigured meanwhile: the answer is about what was tested, and changes nothing.
    (await findIntegration(db, path.instanceId, path.integrationId))
  if (!tested) return integrationNotFound
  return {
    status: 200,
    body: {
      outcome,
      message,
      testedAt: testedAt.toISOString(),
      durationMs,
      integration: toIntegration(tested),
    },
  }
}

async function test(row: IntegrationRow, context: Context): Promise<ConnectionTestResult> {
  const { integrationTypes, secretBox, log, testConnection } = context
  const type = integrationTypes.get(row.type)
  const secrets = openSecrets(secretBox, { instanceId: row.instance_id, integrationId: row.id }, row.secrets)
  if (!type || !secrets) {
    log.error(
      { integrationId: row.id, type: row.type },
      type ? 'secrets do not open' : 'unknown integration type',
    )
    const message = type
      ? 'The stored secrets cannot be read any more. Enter them again.'
      : `This server does not know the integration type ${row.type}.`
    return { outcome: 'invalid_configuration', message, durationMs: 0 }
  }
  return testConnection({ type, metadata: row.metadata, secrets })
}
