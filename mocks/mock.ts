import { createServer } from 'node:http'
import type { Logger } from 'pino'
import type { ContractOperation } from '../contract/document.ts'
import type { IntegrationType, IntegrationTypes } from '../contract/integration-types.ts'
import { contract as testContract } from '../sdk/src/testing/contract.gen.ts'
import { toForm } from '../server/integrations/connection-test/facts.ts'
import { answerClientErrors } from '../server/http/client-errors.ts'
import { lingerOnClose } from '../server/http/lingering-close.ts'
import { drain, listen } from '../server/http/listening.ts'
import { prepare, type Prepared } from '../server/contract/prepared.ts'
import type { InstanceSeed } from '../sdk/src/testing/index.ts'
import { isObject } from '../contract/json.ts'
import { findInferredOperations } from '../server/ledger/stand-in.ts'
import { copyForValidator } from '../contract/validator-document.ts'
import { createMockApp } from './app.ts'
import type { Delay } from '../sdk/mock/delay.ts'
import { createMockOperations } from './operations.ts'
import type { Prism } from './prism.ts'
import { rememberingOperations } from './remember.ts'
import { createWorld } from './world.ts'

export interface MockOptions {
  /** 0 takes a free port. */
  port: number
  host: string
  /** `inferred`: serve only the operations that the contract marks as inferred. Null: serve all. */
  only: 'inferred' | null
  /** What an instance begins with. */
  seedFor: (instanceId: string) => InstanceSeed
  /** Between a change of an integration's configuration and its first check. */
  checkAfterMs?: number
  /** The integration types of an operator, beside those of the contract. */
  ownTypes?: IntegrationTypes
  /** How long answers are kept waiting. Default: not at all. */
  delay?: Delay
  /** What mocks of one process may share. Default: nothing is shared. */
  prepared?: Prepared
  /** Default: one that begins half a second after the mock. */
  prism?: Prism
  log: Logger
}

export interface StartedMock {
  url: string
  served: readonly ContractOperation[]
  /** Those of the served operations that are answered with the contract's example, and remember nothing. */
  onlyExamples: readonly ContractOperation[]
  stop(): Promise<void>
}

/** Starts the mock of the contract. When the port cannot be used, the message of what is thrown says what to do. */
export async function startMock(options: MockOptions): Promise<StartedMock> {
  const { port, host, only, seedFor, checkAfterMs = 2000, ownTypes = new Map<string, IntegrationType>(), log } = options
  const { delay = { least: 0, most: 0 } } = options
  const prepared = options.prepared ?? (await prepare())
  const { contract, validators } = prepared
  const served =
    only === 'inferred' ? findInferredOperations(contract) : contract.operations.filter(({ isMcp }) => !isMcp)
  const forms = [...ownTypes].map(([id, type]) => [id, toForm(type)] as const)
  Object.assign(testContract.integrationTypes, Object.fromEntries(forms))
  const world = createWorld(seedFor)
  // Faults of the seed show themselves now, not at the first request.
  world.enter('demo')
  const own = rememberingOperations({ world, checkAfterMs })
  const idle = Promise.withResolvers<void>()
  const ownPrism = async () => {
    await idle.promise
    // Its modules are most of what the mock would load at its start.
    const { createPrism } = await import('./prism.ts')
    // Without the unions by integration type: each operation with one would cost Prism another half a second.
    return createPrism(copyForValidator(contract))
  }
  const operations = createMockOperations(contract, Promise.resolve(options.prism ?? ownPrism()), own)
  const integrationTypes = new Map([...prepared.integrationTypes, ...ownTypes])
  const app = createMockApp({ contract, validators, integrationTypes, served, operations, world, delay, log })
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 65_000 }, app)
  lingerOnClose(server)
  answerClientErrors(server, contract.titles, log)
  try {
    const listening = await listen(server, port, host)
    // Prism keeps the process busy for a second: the first callers have their answers before.
    const untilIdle = setTimeout(idle.resolve, 500)
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
      served,
      onlyExamples: served.filter(({ id }) => !Object.hasOwn(own, id)),
      stop: () => {
        clearTimeout(untilIdle)
        return drain(server, 1000)
      },
    }
  } catch (error) {
    const message = explainPort(error, port, host)
    throw message === null ? error : new Error(message, { cause: error })
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
