import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { readContract, type ContractOperation } from '../contract/document.ts'
import { answerClientErrors } from '../server/pipeline/client-errors.ts'
import { drain, listen } from '../server/pipeline/listening.ts'
import type { WorkLedgerEntry } from '../spec/openapi.gen.ts'
import { asObject, isObject } from '../contract/json.ts'
import { findInferredOperations } from '../server/ledger/stand-in.ts'
import { copyForValidator } from '../contract/validator-document.ts'
import { createMockApp } from './app.ts'
import { createMockOperations } from './operations.ts'
import { createPrism } from './prism.ts'
import { createWorkLedger } from './work-ledger.ts'

export interface MockOptions {
  /** 0 takes a free port. */
  port: number
  host: string
  /** `inferred`: serve only the operations that the contract marks as inferred. Null: serve all. */
  only: 'inferred' | null
  /** The entries of the work ledger, the same in every instance. */
  entries: readonly WorkLedgerEntry[]
  log: Logger
}

export type StartedMock =
  | { ok: true; url: string; served: readonly ContractOperation[]; stop(): Promise<void> }
  | { ok: false; message: string }

/** Starts the mock of the contract. Not `ok` when the port cannot be used; `message` then says what to do. */
export async function startMock({ port, host, only, entries, log }: MockOptions): Promise<StartedMock> {
  const contract = await readContract()
  const served = only === 'inferred' ? findInferredOperations(contract) : contract.operations
  // Without the unions by integration type: each operation with one would cost Prism another half a second.
  const prism = await createPrism(asObject(copyForValidator(contract)))
  const operations = createMockOperations(contract, prism, createWorkLedger(entries))
  const server = createServer(
    { requireHostHeader: false },
    createMockApp({ contract, served, operations, log }),
  )
  answerClientErrors(server, contract.titles, log)
  try {
    const listening = await listen(server, port, host)
    return {
      ok: true,
      url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
      served,
      stop: () => drain(server, 1000),
    }
  } catch (error) {
    const message = explainPort(error, port, host)
    if (message === null) throw error
    return { ok: false, message }
  }
}

function explainPort(error: unknown, port: number, host: string): string | null {
  if (!isObject(error)) return null
  const choose = `Choose another: npm run mock -- --port ${port < 65_000 ? port + 10 : 4020}`
  if (error['code'] === 'EADDRINUSE') return `Port ${port} is taken. ${choose}`
  if (error['code'] === 'EACCES') return `This user may not listen on port ${port}. ${choose}`
  if (error['code'] === 'EADDRNOTAVAIL' || error['code'] === 'ENOTFOUND') {
    return `${host} is no address of this machine. Choose another: npm run mock -- --host 127.0.0.1`
  }
  return null
}
