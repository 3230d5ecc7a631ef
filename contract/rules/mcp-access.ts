import type { AssistantAccess, AssistantAccessInput } from '../../spec/gen/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { etagOf } from './etag.ts'
import { faultIn, list } from './faults.ts'
import { clip } from './field-names.ts'
import { invalidInput } from './refusals.ts'

/** The access is one for each instance: its records name it so. */
export const mcpAccessId = 'mcp-access'

/** What holds until somebody sets it. */
export const noMcpAccess: AssistantAccess = { etag: etagOf(0), operations: [], deletes: false, updatedAt: null }

/** What decides whether an operation can be a tool. */
interface GivenOperation {
  id: string
  /** `delete` in the service, `DELETE` in the test server. */
  method: string
  path: string
  isSafe: boolean
  mediaTypes: readonly string[]
  hasSecretAnswer: boolean
}

/** The access that a caller sets, whole. */
export function toWholeAccess({ operations, deletes = false }: AssistantAccessInput) {
  return { operations: operations.toSorted(), deletes }
}

/** The refusal of what assistants cannot be given; null when they can. `known` are the operations of the contract. */
export function refuseMcpAccess(
  { operations, deletes = false }: AssistantAccessInput,
  known: readonly GivenOperation[],
) {
  const givable = new Map(known.filter(isGivable).map((operation) => [operation.id, operation]))
  const faults = operations.flatMap((id, at) => (givable.has(id) ? [] : [notGivable(id, at, known)]))
  const deleting = operations.filter((id) => givable.get(id)?.method.toUpperCase() === 'DELETE')
  if (deleting.length > 0 && !deletes)
    faults.push(faultIn('body', '/deletes', 'deletes', `must be true to open ${list(deleting, 'and')}`))
  return faults.length > 0 ? invalidInput(faults) : null
}

/** Whether assistants can call it at all: it is of an instance, and answers JSON without a secret. */
export function isTool({ id, path, mediaTypes, hasSecretAnswer }: GivenOperation): boolean {
  const isOfInstance = path.startsWith('/instances/{instanceId}/')
  return isOfInstance && mediaTypes.every((type) => type.endsWith('json')) && !hasSecretAnswer && !neverTool.has(id)
}

/** An assistant must not widen its own access, nor call itself. */
const neverTool = new Set(['setMcpAccess', 'sendMcpMessage'])

function isGivable(operation: GivenOperation): boolean {
  return !operation.isSafe && isTool(operation)
}

function notGivable(id: string, at: number, known: readonly GivenOperation[]): Fault {
  const message = `Assistants cannot be given "${clip(id)}": ${reasonAgainst(known.find((one) => one.id === id))}.`
  return { in: 'body', pointer: `/operations/${at}`, code: 'operation', message }
}

/** The mock does not know the operations that other programs call: of these, the same is said as of an unknown name. */
function reasonAgainst(operation: GivenOperation | undefined): string {
  if (operation?.hasSecretAnswer) return 'its answer has a secret'
  if (operation?.isSafe) return 'it only reads, for which nothing is needed'
  if (operation?.id === 'setMcpAccess') return 'it decides about assistants'
  return 'no operation of this name can be a tool. /openapi.json has the names, each as operationId'
}
