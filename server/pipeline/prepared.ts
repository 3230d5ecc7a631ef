import { readContract, type Contract } from '../../contract/document.ts'
import { readIntegrationTypes, type IntegrationTypes } from '../../contract/integration-types.ts'
import { createValidators, type Validators } from './validator.ts'

/** Everything that is computed from the contract and the integration types. Services of one process may share it. */
export interface Prepared {
  contract: Contract
  integrationTypes: IntegrationTypes
  validators: Validators
}

/** Takes a tenth of a second: the validators of an operation are compiled when it is first called. */
export async function prepare(): Promise<Prepared> {
  const contract = await readContract()
  return { contract, integrationTypes: await readIntegrationTypes(), validators: createValidators(contract) }
}
