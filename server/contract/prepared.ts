import { readContract } from '../../contract/document.ts'
import { readIntegrationTypes } from '../../contract/integration-types.ts'
import { createValidators } from './validator.ts'

/** What services of one process may share. */
export type Prepared = Awaited<ReturnType<typeof prepare>>

/**
 * Everything that is computed from the contract and the integration types. Takes a tenth of a second: the validators of an
 * operation are compiled when it is first called.
 */
export async function prepare() {
  const contract = await readContract()
  return { contract, integrationTypes: await readIntegrationTypes(), validators: createValidators(contract) }
}
