import { isObject } from '../../contract/json.ts'

/** Writes JSON that people can read and compare: one line per member down to `depth`, deeper values on one line each. */
export function writeJson(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || !isObject(value)) return JSON.stringify(value)
  const inner = `${indent} `
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${writeJson(member, depth - 1, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}
