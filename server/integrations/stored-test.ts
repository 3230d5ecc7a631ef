import type { Logger } from 'pino'
import type { IntegrationTypes } from '../../contract/integration-types.ts'
import { listSteps, stepNames, suspect } from '../../contract/rules/connection-test.ts'
import type { IntegrationRow } from '../db/integrations.ts'
import { inSpan } from '../telemetry/span.ts'
import type { ConnectionTestInput, ConnectionTestResult } from './connection-test/run.ts'
import type { SecretBox } from './secrets.ts'
import { openSecrets } from './stored-secrets.ts'

/**
 * Tests an integration with its stored configuration, and with `sent`, secrets that are not stored. Rejects only when `signal`
 * aborts, with its reason.
 */
export async function testStored(
  row: Pick<IntegrationRow, 'instance_id' | 'id' | 'type' | 'metadata' | 'secrets'>,
  { integrationTypes, secretBox, testConnection, log }: StoredTestContext,
  signal?: AbortSignal,
  sent: Readonly<Record<string, string>> = {},
): Promise<ConnectionTestResult> {
  const type = integrationTypes.get(row.type)
  const secrets = openSecrets(secretBox, { instanceId: row.instance_id, ownerId: row.id }, row.secrets)
  if (!type || !secrets) {
    log.error(
      { integrationId: row.id, type: row.type },
      type ? 'secrets cannot be decrypted' : 'unknown integration type',
    )
    const message = type
      ? 'The stored secrets cannot be read any more. Enter them again.'
      : `This server does not know the integration type ${row.type}.`
    const unreadable = type?.fields.filter(({ key }) => key in row.secrets) ?? []
    const errors = suspect(unreadable, 'invalid_configuration', message)
    const steps = listSteps(new Map(), stepNames, { message, durationMs: 0 })
    return { outcome: 'invalid_configuration', message, errors, steps, durationMs: 0 }
  }
  return inSpan(
    () => ({ name: `test ${row.type}`, attributes: { 'instance_admin.integration_type': row.type } }),
    () => testConnection({ type, metadata: row.metadata, secrets: { ...secrets, ...sent }, signal }),
    ({ outcome }) => ({ 'instance_admin.outcome': outcome }),
  )
}

export interface StoredTestContext {
  integrationTypes: IntegrationTypes
  secretBox: SecretBox
  testConnection: TestConnection
  log: Logger
}

/** A connection test by this server's rules for outbound calls. */
export type TestConnection = (
  input: Pick<ConnectionTestInput, 'type' | 'metadata' | 'secrets' | 'signal'>,
) => Promise<ConnectionTestResult>
