import { readContract, type Contract } from '../../contract/document.ts'
import {
  integrationTypesFolder,
  loadIntegrationTypes,
  type IntegrationTypes,
} from '../../contract/integration-types.ts'
import { createJudges, type Judges } from './validator.ts'

/** Everything that is computed from the contract and the integration types. Services of one process may share it. */
export interface Prepared {
  contract: Contract
  integrationTypes: IntegrationTypes
  judges: Judges
}

/** Takes about a second. Throws for a faulty contract or integration type. */
export async function prepare(): Promise<Prepared> {
  const contract = await readContract()
  const integrationTypes = loadIntegrationTypes(integrationTypesFolder)
  return { contract, integrationTypes, judges: createJudges(contract) }
}
