import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../contract/json.ts'

export const origins = ['documented', 'inferred', 'decided'] as const

export type Origin = (typeof origins)[number]

/** The origin that a node states, or the fault in its marks. */
export function readOrigin(node: JsonObject, decisions: ReadonlySet<string>): OriginMark {
  const { 'x-origin': from, 'x-decision': decision } = node
  const origin = origins.find((name) => name === from)
  if (origin === undefined) return { fault: `x-origin is missing: say ${origins.join(', ')}.` }
  if (origin === 'decided' && (typeof decision !== 'string' || !decisions.has(decision))) {
    return { fault: 'x-decision must name a decision (D-nn) of docs/decisions.md.' }
  }
  if (origin !== 'decided' && decision !== undefined) {
    return { fault: `x-decision belongs to x-origin: decided, not to ${origin}.` }
  }
  return { origin }
}

/** The numbers (D-nn) of the decisions in docs/decisions.md. */
export function readDecisions(): Set<string> {
  const text = readFileSync(new URL('../../docs/decisions.md', import.meta.url), 'utf8')
  return new Set([...text.matchAll(/^### (D-\d\d)\b/gm)].map(([, name = '']) => name))
}

export type OriginMark = { origin: Origin; fault?: undefined } | { fault: string; origin?: undefined }
