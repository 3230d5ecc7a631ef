import { asObject } from '../../../contract/json.ts'
import type { Integration, IntegrationInput, IntegrationUpdate } from '../../../sdk/src/index.ts'
import type { TestService } from '../service.ts'
import { succeed } from '../succeed.ts'

/** An integration with one secret and no other field. */
export const slack = {
  name: 'Support workspace',
  description: 'Posts hand-overs.',
  type: 'SLACK',
  metadata: { botToken: 'secret-bot-token-1' },
} satisfies IntegrationInput

/** An integration with two plain fields, one of which decides the host, and a secret. */
export const zendesk = {
  name: 'Help desk',
  type: 'ZENDESK',
  metadata: { subdomain: 'acme', email: 'agent@example.com', apiToken: 'secret-api-token-1' },
} satisfies IntegrationInput

/** An integration with a required secret and an optional one. */
export const amazonConnect = {
  name: 'Contact center',
  type: 'AMAZON_CONNECT',
  metadata: {
    instanceId: '11111111-2222-3333-4444-555555555555',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'secret-access-key-1',
    region: 'eu-central-1',
    sessionToken: 'secret-session-token-1',
  },
} satisfies IntegrationInput

/** An integration with two secrets, and a URL that decides the host. */
export const salesforce = {
  name: 'Sales',
  type: 'SALESFORCE',
  metadata: {
    instanceUrl: 'https://acme.my.salesforce.com',
    consumerKey: '3MVG9EXAMPLEEXAMPLEEXAMPLE',
    consumerSecret: 'secret-consumer-1',
    username: 'integration@example.com',
    password: 'secret-password-1',
  },
} satisfies IntegrationInput

/** Creates, reads and changes integrations of `acme`. Every function throws when the call fails. */
export function integrations(service: TestService) {
  const { integrations } = service.keyless('Editor')
  return {
    create: (input: IntegrationInput = slack) => succeed(integrations.create(input)),
    read: (id: string) => succeed(integrations.get(id)),
    update: (id: string, input: IntegrationUpdate) => succeed(integrations.update(id, input)),
    test: async (id: string) => ({ body: await integrations.test(id) }),
    enable: (id: string) => succeed(integrations.enable(id)),
    disable: (id: string) => succeed(integrations.disable(id)),
  }
}

/** Writes the status that a connection test would have left. */
export async function putInStatus({ db }: TestService, id: string, status: Integration['status']): Promise<void> {
  await db('integrations')
    .where({ instance_id: 'acme', id })
    .update({ status, is_healthy: status === 'active', last_health_check: '2026-11-20T08:00:00.000Z' })
}

/** The stored form of an integration: plain metadata and sealed secrets. */
export async function storedConfiguration({ db }: TestService, id: string) {
  const row: unknown = await db('integrations').where({ id }).first('metadata', 'secrets')
  const { metadata, secrets } = asObject(row)
  return { metadata: asObject(metadata), secrets: asObject(secrets) }
}
