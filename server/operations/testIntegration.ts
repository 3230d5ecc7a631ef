import type { Context, Operation } from '../contract/operation.ts'
import { findIntegration, recordConnectionTest, toIntegration, type IntegrationRow } from '../db/integrations.ts'
import { readTime } from '../db/query/query.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { testStored } from '../integrations/stored-test.ts'

export const testIntegration: Operation<'testIntegration'> = async ({ path, headers }, context) => {
  const row = await findIntegration(context.db, path.instanceId, path.integrationId)
  if (!row) return integrationNotFound
  const refused = refuseChange(etagOf(row.revision), headers)
  if (refused) return refused
  const configuration = JSON.stringify([row.instance_id, row.id, row.metadata, row.secrets])
  const body = await context.shareTest(configuration, () => testAndRecord(row, context))
  return body ? { status: 200, body } : integrationNotFound
}

/** Null when the integration was deleted during the test. */
async function testAndRecord(row: IntegrationRow, context: Context) {
  const { db, origin } = context
  const result = await testStored(row, context)
  const recorded = await recordConnectionTest(db, origin, row, result)
  // When the configuration was changed during the test, the answer has the outcome, but the outcome is not recorded.
  const tested = recorded ?? (await findIntegration(db, row.instance_id, row.id))
  if (!tested) return null
  const testedAt = recorded?.last_health_check ?? (await readTime(db))
  return { ...result, testedAt, integration: toIntegration(tested) }
}
