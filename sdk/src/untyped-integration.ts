import type { IntegrationInput, UntypedIntegrationInput } from '../../spec/gen/openapi.gen.ts'
import { trust } from './trust.ts'

/**
 * Marks an integration whose type is known only at run time, as in a form that is built from the catalogue of types. The
 * service checks the fields by the type, and answers `invalid_integration` (422) with a pointer to each wrong field.
 * @example
 * const { type } = await acme.integrationTypes.get('ZENDESK')
 * const metadata = { subdomain: 'acme', email: 'agent@example.com', apiToken: 'your-api-token' }
 * await acme.integrations.create(untypedIntegration({ name: 'Help desk', type, metadata }))
 */
export function untypedIntegration(input: UntypedIntegrationInput): IntegrationInput {
  return trust<IntegrationInput>(input)
}
