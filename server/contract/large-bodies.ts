import { isObject } from '../../contract/json.ts'
import { deepest } from '../../contract/rules/json-text.ts'

/** The values of which every fault is told: the time for all faults of a body grows with the square of their number. */
const mostValues = 2000

export function isLarge(body: unknown): boolean {
  return countValues(body, 0, 0) > mostValues
}

/** Counts no further than needed. */
function countValues(value: unknown, before: number, depth: number): number {
  let count = before + 1
  if (depth === deepest) return count
  const children = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  for (const child of children) {
    if (count > mostValues) return count
    count = countValues(child, count, depth + 1)
  }
  return count
}

/** The beginning of a body: lists end where there are enough values, and no list is empty that was not. */
export function cutBody(body: unknown): unknown {
  let left = mostValues
  const cut = (value: unknown, depth: number): unknown => {
    left -= 1
    if (depth === deepest) return null
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, depth + 1)]))
    if (!Array.isArray(value)) return value
    const kept: unknown[] = []
    for (const item of value) {
      if (left <= 0 && kept.length > 0) break
      kept.push(cut(item, depth + 1))
    }
    return kept
  }
  return cut(body, 0)
}
