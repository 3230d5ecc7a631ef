import type { Tool } from '@modelcontextprotocol/server'
import type { OperationTool } from './tools.ts'

export const describeOther = 'describe_operation'
export const callOther = 'call_operation'

/** The two tools that open the reads that have no tool of their own; none where the caller has no such read. */
export function otherTools(others: readonly OperationTool[]): Tool[] {
  if (others.length === 0) return []
  const names = others.map(({ operation: { id } }) => id)
  const lines = others.map(({ operation: { id }, tool: { title } }) => `${id}: ${title}`)
  const operation = { type: 'string', enum: names, description: 'The name of the operation.' }
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
  return [
    {
      name: describeOther,
      title: 'Describe an operation',
      description: `Describes an operation that only reads, with the arguments that it takes. ${lines.join('; ')}.`,
      inputSchema: { type: 'object', additionalProperties: false, required: ['operation'], properties: { operation } },
      annotations: { ...annotations, openWorldHint: false },
    },
    {
      name: callOther,
      title: 'Call an operation',
      description: `Calls an operation that only reads, with the arguments that \`${describeOther}\` tells.`,
      inputSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['operation'],
        properties: { operation, arguments: { type: 'object', description: 'The arguments of the operation.' } },
      },
      annotations: { ...annotations, openWorldHint: others.some(({ operation: { callsOut } }) => callsOut) },
    },
  ]
}
