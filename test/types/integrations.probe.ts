import type { Input } from '../../contract/types.ts'
import type { Integration, IntegrationInput, IntegrationUpdate } from '../../spec/gen/openapi.gen.ts'

/** Never run: what does not compile here is what a caller cannot get wrong about an integration's `metadata`. */

const name = 'Support workspace'
const botToken = 'your-bot-token'
const subdomain = 'acme'
const email = 'agent@example.com'
const apiToken = 'your-api-token'
declare const anyText: string

// What is right compiles.
export const slack: IntegrationInput = { name, type: 'SLACK', metadata: { botToken } }
export const zendesk: IntegrationInput = { name, type: 'ZENDESK', metadata: { subdomain, email, apiToken } }
export const kept: IntegrationUpdate = { name, type: 'FRESHDESK', metadata: { subdomain } }

// The type.
// @ts-expect-error there is no such type
export const unknownType: IntegrationInput = { name, type: 'SLAKC', metadata: { botToken } }
// @ts-expect-error any text is no type
export const anyType: IntegrationInput = { name, type: anyText, metadata: { botToken } }
// @ts-expect-error there is always a type
export const noType: IntegrationInput = { name, metadata: { botToken } }

// The fields of the type.
// @ts-expect-error a key that the type does not have
export const wrongKey: IntegrationInput = { name, type: 'SLACK', metadata: { botToken, bottoken: 'x' } }
// @ts-expect-error the fields of another type
export const otherKeys: IntegrationInput = { name, type: 'SLACK', metadata: { subdomain, email, apiToken } }
// @ts-expect-error the only field is missing
export const nothing: IntegrationInput = { name, type: 'SLACK', metadata: {} }
// @ts-expect-error one field is missing
export const incomplete: IntegrationInput = { name, type: 'FRESHDESK', metadata: { subdomain } }
// @ts-expect-error a field is text
export const wrongValue: IntegrationInput = { name, type: 'SLACK', metadata: { botToken: 12345678 } }
// @ts-expect-error a choice that the type does not offer
export const wrongChoice: IntegrationInput['metadata'] = { baseUrl: 'https://a.example', authType: 'magic' }
// @ts-expect-error in a replacement only secrets may be left out
export const noField: IntegrationUpdate = { name, type: 'FRESHDESK', metadata: {} }
// @ts-expect-error a required secret can be left out, not cleared
export const cleared: IntegrationUpdate = { name, type: 'SLACK', metadata: { botToken: null } }

// What is read.
declare const integration: Integration

/** The configuration that `type` leads to. */
export function regionOf(read: Integration): string | undefined {
  return read.type === 'AMAZON_CONNECT' ? read.metadata.region : undefined
}

type Zendesk = Extract<Integration, { type: 'ZENDESK' }>['metadata']
// @ts-expect-error secrets never come back
export type Secret = Zendesk['apiToken']
// @ts-expect-error a key that the type does not have
export type Typo = Zendesk['subDomain']

const { id, configuredSecrets, status, isHealthy, lastHealthCheck, createdAt, updatedAt, ...same } = integration
export const unused = { id, configuredSecrets, status, isHealthy, lastHealthCheck, createdAt, updatedAt }
/** Whatever its type: what was read can be sent back. */
export const renamed: IntegrationUpdate = { ...same, name: 'Renamed' }
/** And shown: every value is text. */
export const shown: Readonly<Record<string, string | undefined>> = integration.metadata

// In an operation nothing is known of the fields before they are checked.
declare const input: Input<'createIntegration'>
export const anything: Record<string, unknown> = input.body.metadata
// @ts-expect-error so no field can be relied on
export const unchecked: string = input.body.metadata['botToken']
