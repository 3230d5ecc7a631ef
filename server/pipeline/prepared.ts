import { readContract, type Contract } from '../../contract/document.ts'
import {
  integrationTypesFolder,
  loadIntegrationTypes,
  type IntegrationTypes,
} from '../../contract/integration-types.ts'
import { createValidator, type Validate } from './validator.ts'
import { warmUp } from './warm-up.ts'

/** What follows from the contract alone: services of one process may share it. */
export interface Prepared {
  contract: Contract
  integrationTypes: IntegrationTypes
  validate: Validate
}

/** Takes about a second. Throws when the contract or an integration type is not right. */
export async function prepare(): Promise<Prepared> {
  const contract = await readContract()
  const integrationTypes = loadIntegrationTypes(integrationTypesFolder)
  const validate = createValidator(contract)
  // Whoever asks first should not wait for it.
  warmUp(validate, contract.operations)
  return { contract, integrationTypes, validate }
}
