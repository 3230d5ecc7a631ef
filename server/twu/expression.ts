import { Environment } from '@marcbachmann/cel-js'

/** The variables and functions of an outcome's expression: the work operations, and sums over them. */
const environment = new Environment({
  limits: { maxAstNodes: 500, maxDepth: 32, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 16 },
})
  .registerType('Operation', {
    fields: {
      action: 'string',
      entity: 'string',
      event: 'string',
      actor: 'string',
      activeTime: 'double',
      cost: 'double',
      startedAt: 'google.protobuf.Timestamp',
      endedAt: 'google.protobuf.Timestamp',
      attributes: 'map<string, dyn>',
    },
  })
  .registerVariable('operations', 'list<Operation>')
  .registerFunction('sum(list<double>): double', (values: number[]) => values.reduce((sum, value) => sum + value, 0))
  .registerFunction('avg(list<double>): double', (values: number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length,
  )

const results = new Set(['int', 'uint', 'double', 'bool', 'string', 'google.protobuf.Duration', 'dyn'])

/** The reason why an expression (CEL) cannot compute an outcome; null when it can. The expression is not evaluated. */
export function findExpressionFault(expression: string): string | null {
  const checked = environment.check(expression)
  if (!checked.valid) {
    // The first line of the message is the reason; the source and a marker follow.
    const [reason = 'it cannot be read'] = (checked.error?.message ?? '').split('\n')
    return `does not compile: ${toPrintable(reason.slice(0, 300))}`
  }
  if (checked.type !== undefined && !results.has(checked.type)) {
    return `computes ${checked.type}; an outcome is a number, a string, a duration or true or false`
  }
  return null
}

/**
 * The reason quotes the expression by UTF-16 units. Lone surrogates and NUL are replaced, because PostgreSQL refuses them.
 */
function toPrintable(reason: string): string {
  return reason.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
