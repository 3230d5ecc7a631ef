import type { JsonObject } from '../../contract/json.ts'
import type { SdkOperation } from './sdk/operations.ts'
import { writeQueries } from './sdk/react-query.ts'
import { writeReadme } from './sdk/readme.ts'
import { writeSamplesModule } from './sdk/samples.ts'
import { writeSchemas } from './sdk/schemas.ts'
import { writeTable } from './sdk/table.ts'
import { writeTestContract } from './sdk/testing.ts'
import { writeTypes } from './sdk/types.ts'
import { writeValues } from './sdk/values.ts'

/** The generated files of the SDK: their texts by their paths from the project's folder. */
export function generateSdk(contract: JsonObject, operations: readonly SdkOperation[]): Map<string, string> {
  const test = writeTestContract(contract, operations)
  return new Map([
    ['sdk/README.md', writeReadme(operations)],
    ['sdk/src/operations.gen.ts', withHeader(writeTypes(operations))],
    ['sdk/src/table.gen.ts', withHeader(writeTable(operations))],
    ['sdk/src/values.gen.ts', withHeader(writeValues(contract))],
    ['sdk/src/react-query/queries.gen.ts', withHeader(writeQueries(operations))],
    ['sdk/src/testing/contract.gen.ts', withHeader(test.contract)],
    ['sdk/src/schemas/rules.gen.ts', withHeader(test.rules)],
    ['sdk/src/schemas/index.gen.ts', withHeader(writeSchemas(contract, operations))],
    ['test/types/sdk-samples.gen.ts', withHeader(writeSamplesModule(operations))],
  ])
}

function withHeader(code: string): string {
  return `// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.\n\n${code}\n`
}
