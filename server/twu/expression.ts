import { Environment } from '@marcbachmann/cel-js'

/** What an outcome's expression may compute with: the work operations, and sums over them. */
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
  .registerFunction('sum(list<double>): double', (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0),
  )
  .registerFunction('avg(list<double>): double', (values: number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length,
  )

const results = new Set(['int', 'uint', 'double', 'bool', 'string', 'google.protobuf.Duration', 'dyn'])

/** Why an expression (CEL) cannot compute an outcome; null when it can. Nothing is evaluated. */
export function findExpressionFault(expression: string): string | null {
  const checked = environment.check(expression)
  if (!checked.valid) {
    // The message goes on with the source and a marker below it; its first line says what is wrong.
    const [reason = 'it cannot be read'] = (checked.error?.message ?? '').split('\n')
    return `does not compile: ${toPrintable(reason.slice(0, 300))}`
  }
  if (checked.type !== undefined && !results.has(checked.type)) {
    return `computes ${checked.type}; an outcome is a number, a string, a duration or true or false`
  }
  return null
}

/** Reasons quote the expression unescaped, by UTF-16 unit: half an emoji and NUL cannot be sent and stored. */
function toPrintable(reason: string): string {
  return reason.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
