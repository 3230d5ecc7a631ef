import type { Logger } from 'pino'
import type { Context } from '../contract.ts'
import type { IntegrationRow } from '../db/integrations.ts'
import type { ConnectionTestResult } from './connection-test/run.ts'
import { openSecrets } from './stored-secrets.ts'

/** Tests an integration as it is stored. Rejects only when `signal` aborts, with its reason. */
export async function testStored(
  row: IntegrationRow,
  { integrationTypes, secretBox, testConnection, log }: StoredTestContext,
  signal?: AbortSignal,
): Promise<ConnectionTestResult> {
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
  return testConnection({ type, metadata: row.metadata, secrets, signal })
}

export type StoredTestContext = Pick<Context, 'integrationTypes' | 'secretBox' | 'testConnection'> & {
  log: Logger
}
