import { isObject } from '../../contract/json.ts'

/** JSON that people can scroll through and compare: down to this depth a line for each member, deeper all in one. */
export function writeJson(value: unknown, depth: number, indent = ''): string {
  if (depth === 0 || !isObject(value)) return JSON.stringify(value)
  const inner = `${indent} `
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${writeJson(member, depth - 1, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}
