import { exitWith } from '../../server/commands/run-command.ts'
import { benchLedger } from './bench-ledger.ts'
import { benchOperations } from './bench-operations.ts'
import { benchTraces } from './bench-traces.ts'

const [name, ...rest] = process.argv.slice(2)
const others = { ledger: benchLedger, traces: benchTraces }
if (name === 'ledger' || name === 'traces') await exitWith(others[name], rest)
else await exitWith(benchOperations, process.argv.slice(2))
