import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Fault, WorkLedgerEntry } from '../../spec/openapi.gen.ts'
import { readContract } from '../../contract/document.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'

/** Tells whether a line is an entry of the work ledger: as the contract has it, and such that PostgreSQL can hold it. */
export async function createEntryCheck(): Promise<EntryCheck> {
  const { document } = await readContract()
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': isInstant } })
  ajv.addSchema(document, 'contract')
  const isEntry = ajv.compile<WorkLedgerEntry>({ $ref: 'contract#/components/schemas/WorkLedgerEntry' })
  return (bytes) => {
    const parsed = parseJsonBody(bytes)
    if (!parsed.ok) return refuse([parsed.fault])
    if (parsed.faults.length > 0) return refuse(parsed.faults)
    if (!isEntry(parsed.value)) return refuse((isEntry.errors ?? []).map(toFault))
    if (pathsOfTheApi.has(parsed.value.id))
      return refuse([{ pointer: '/id', message: 'is a path of the API and cannot be an id' }])
    return { ok: true, entry: parsed.value }
  }
}

/**
 * Whether it is a day that exists, from the year 1 on, where PostgreSQL begins; the pattern has seen to the rest. Dates
 * take a 30th of February, and hour 24, for a later day.
 */
function isInstant(text: string): boolean {
  return new Date(text).getUTCDate() === Number(text.slice(8, 10)) && !text.startsWith('0000')
}

function toFault({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): Reason {
  const name: unknown = params['additionalProperty']
  const values: unknown = params['allowedValues']
  if (typeof name === 'string')
    return { pointer: instancePath, message: `must not have ${JSON.stringify(name.slice(0, 64))}` }
  if (keyword === 'format') return { pointer: instancePath, message: 'must be an instant that exists' }
  return {
    pointer: instancePath,
    message: Array.isArray(values) ? `must be one of ${values.join(', ')}` : message,
  }
}

/** The first fault of each value: a timestamp of the wrong length has the wrong pattern too. */
function refuse(faults: readonly Reason[]): CheckedEntry {
  const byPlace = new Map<string, string>()
  for (const { pointer, message } of faults) {
    const reason = pointer === '' ? message : `${pointer} ${message}`
    // What the whole entry lacks is worth saying each time.
    const place = pointer === '' ? reason : pointer
    if (!byPlace.has(place)) byPlace.set(place, reason)
  }
  const rest = byPlace.size - MOST_REASONS
  const shown = [...byPlace.values()].slice(0, MOST_REASONS).join('; ')
  return { ok: false, reason: rest > 0 ? `${shown}; and ${rest} more` : shown }
}

const MOST_REASONS = 5

/** Below the path of the list. */
const pathsOfTheApi = new Set(['summary', 'export'])

export type EntryCheck = (bytes: Buffer) => CheckedEntry

export type CheckedEntry = { ok: true; entry: WorkLedgerEntry } | { ok: false; reason: string }

type Reason = Pick<Fault, 'pointer' | 'message'>
