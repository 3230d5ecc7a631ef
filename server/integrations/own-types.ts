import { loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import type { IntegrationTypes } from '../../contract/integration-types.ts'
import { hostMatches } from './outbound/hosts.ts'

/**
 * The types of an operator, from a folder of files as in `spec/integration-types`. Throws for the first faulty file.
 * Names begin with `X_`, so that no later release has a type of that name, and tests call the hosts of `hosts` only.
 */
export function loadOwnTypes(directory: string, hosts: readonly string[]): IntegrationTypes {
  const types = loadIntegrationTypes(directory)
  for (const [id, type] of types) {
    if (!id.startsWith('X_')) throw new Error(`${id}.yaml: the name of a type of your own begins with X_`)
    const foreign = type.hosts.allow.find((host) => !isWithin(host, hosts))
    if (foreign !== undefined) throw new Error(`${id}.yaml: INTEGRATION_TYPES_HOSTS does not have the host ${foreign}`)
  }
  return types
}

/** Whether each host that `pattern` stands for is one of `hosts`. */
function isWithin(pattern: string, hosts: readonly string[]): boolean {
  return hosts.includes(pattern) || (pattern !== '*' && hostMatches(pattern.replaceAll('*', 'any-label'), hosts))
}
