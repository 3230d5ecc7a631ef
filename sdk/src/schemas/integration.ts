import { isObject } from '../../../contract/json.ts'
import { mergeForUpdate } from '../../../contract/rules/metadata.ts'
import type { IntegrationType, UntypedIntegrationInput } from '../../../spec/gen/openapi.gen.ts'
import { IntegrationInput } from './rules.gen.ts'
import { forForms, type FormSchema } from './standard.ts'

/**
 * The body of `integrations.create` for a type, which `integrationTypes.get` gives, as a Standard Schema; for
 * `integrations.update` with the secrets that are stored, which may be left out.
 */
export function integrationInputOf(
  type: IntegrationType,
  configuredSecrets: readonly string[] = [],
): FormSchema<UntypedIntegrationInput> {
  return forForms<UntypedIntegrationInput>(IntegrationInput, (value) => {
    if (!isObject(value) || !isObject(value['metadata'])) return []
    const { metadata } = value
    const merged = mergeForUpdate(type, metadata, { plain: metadata, secretKeys: configuredSecrets })
    return merged.ok ? [] : merged.faults
  })
}
