import { exitWith } from '../../server/commands/run-command.ts'
import { benchLedger } from './bench-ledger.ts'
import { benchOperations } from './bench-operations.ts'

const [name, ...rest] = process.argv.slice(2)
await (name === 'ledger' ? exitWith(benchLedger, rest) : exitWith(benchOperations, process.argv.slice(2)))
