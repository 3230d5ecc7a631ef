import { isObject } from '../../contract/json.ts'

/** A copy of a part of the contract in which everything that names a decision (`x-decision`) says that it is decided. */
export function stateOrigins(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(stateOrigins)
  if (!isObject(node)) return node
  const members = Object.entries(node).flatMap(([name, value]) => {
    const member = [name, stateOrigins(value)] as const
    return name === 'x-decision' && !('x-origin' in node) ? [['x-origin', 'decided'] as const, member] : [member]
  })
  return Object.fromEntries(members)
}
