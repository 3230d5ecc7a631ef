import { contractOperations } from './generate/operations.ts'
import { writeQueries, writeQueryDeclaration, writeQuerySamplesModule } from './generate/react-query.ts'
import { writeReadme } from './generate/readme.ts'
import { writeSamplesModule } from './generate/samples.ts'
import { writeTable } from './generate/table.ts'
import { writeTestContract } from './generate/testing.ts'
import { writeTypes } from './generate/types.ts'

/** The files of the SDK that follow from the contract, by their paths. `npm run generate` writes them. */
export function generateSdk(contract: unknown): Map<string, string> {
  const operations = contractOperations(contract)
  return new Map([
    ['sdk/README.md', writeReadme(operations)],
    ['sdk/src/operations.gen.ts', withHeader(writeTypes(operations))],
    ['sdk/src/table.gen.ts', withHeader(writeTable(operations))],
    ['sdk/src/react-query/declaration.gen.ts', withHeader(writeQueryDeclaration(operations))],
    ['sdk/src/react-query/queries.gen.ts', withHeader(writeQueries(operations))],
    ['sdk/src/testing/contract.gen.ts', withHeader(writeTestContract(contract, operations))],
    ['test/types/sdk-react-query-samples.gen.ts', withHeader(writeQuerySamplesModule(operations))],
    ['test/types/sdk-samples.gen.ts', withHeader(writeSamplesModule(operations))],
  ])
}

function withHeader(code: string): string {
  return `// Generated from the contract by sdk/generate.ts: change the contract, never this file.\n\n${code}\n`
}
