import { readContract, type Contract } from '../../contract/document.ts'
import {
  integrationTypesFolder,
  loadIntegrationTypes,
  type IntegrationTypes,
} from '../../contract/integration-types.ts'
import { createJudges, type Judges } from './validator.ts'

/** What follows from the contract alone: services of one process may share it. */
export interface Prepared {
  contract: Contract
  integrationTypes: IntegrationTypes
  judges: Judges
}

/** Takes about a second. Throws when the contract or an integration type is not right. */
export async function prepare(): Promise<Prepared> {
  const contract = await readContract()
  const integrationTypes = loadIntegrationTypes(integrationTypesFolder)
  return { contract, integrationTypes, judges: createJudges(contract) }
}
