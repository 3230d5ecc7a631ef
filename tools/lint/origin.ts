import { readdirSync } from 'node:fs'
import type { JsonObject } from '../../contract/json.ts'

export const origins = ['documented', 'inferred', 'decided'] as const

export type Origin = (typeof origins)[number]

/** The origin that a node states, or the fault in its marks. What names a decision is decided, and need not say so. */
export function readOrigin(node: JsonObject, decisions: ReadonlySet<string>): OriginMark {
  const { 'x-decision': decision, 'x-origin': from = decision && 'decided' } = node
  const origin = origins.find((name) => name === from)
  if (origin === undefined) return { fault: 'Say x-origin: documented or inferred, or name the decision (x-decision).' }
  if (origin === 'decided' && (typeof decision !== 'string' || !decisions.has(decision))) {
    return { fault: 'x-decision must name a decision (D-nn) of docs/decisions/.' }
  }
  if (origin !== 'decided' && decision !== undefined) {
    return { fault: `x-decision belongs to x-origin: decided, not to ${origin}.` }
  }
  return { origin }
}

/** The numbers (D-nn) of the decisions in docs/decisions/, as the names of its files begin. */
export function readDecisions(): Set<string> {
  const files = readdirSync(new URL('../../docs/decisions/', import.meta.url))
  return new Set(files.flatMap((file) => /^D-\d\d(?=-)/.exec(file) ?? []))
}

export type OriginMark = { origin: Origin; fault?: undefined } | { fault: string; origin?: undefined }
