import type { Answer, SdkOperation } from './operations.ts'
import { literal } from './samples.ts'

/** The facts about each method that the SDK needs at run time. */
export function writeTable(operations: readonly SdkOperation[]): string {
  const entries = operations.map(
    (operation) => `  '${operation.names.join('.')}': ${literal(readEntry(operation), '  ')},\n`,
  )
  return [
    "import type { Operation } from './perform.ts'",
    `/** Every method, by its name. */\nexport const table: Record<string, Operation> = {\n${entries.join('')}}`,
  ].join('\n\n')
}

function readEntry(operation: SdkOperation) {
  const {
    id,
    method,
    path,
    isOfInstance,
    body,
    queryParameters,
    failure,
    takesIdempotencyKey,
    isRead,
    isRepeatable,
    answer,
  } = operation
  if (takesIdempotencyKey !== (method === 'POST' && !isRead && !isRepeatable))
    throw new Error(`${id}: every POST that writes takes a key or is x-repeatable, nothing else.`)
  // In this order the table is smallest for whoever downloads it, compressed.
  return {
    ...(answer.kind !== 'data' && { answer: nameAnswer(answer) }),
    method,
    id,
    ...(isRead && { isRead: true }),
    ...(isRepeatable && { isRepeatable: true }),
    ...(body && { takesBody: true }),
    ...(queryParameters.length > 0 && { takesQuery: true }),
    failure,
    path,
    ...(!isOfInstance && { isGlobal: true }),
  }
}

function nameAnswer(answer: Answer): string {
  if (answer.kind !== 'list') return answer.kind
  return answer.isNumbered ? 'page' : 'array'
}
