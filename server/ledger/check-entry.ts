import { Ajv2020 } from 'ajv/dist/2020.js'
import type { WorkLedgerEntry } from '../../spec/openapi.gen.ts'
import { readContract } from '../../contract/document.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { isInstant } from '../../contract/rules/formats.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import type { Fault } from '../../contract/types.ts'
import { readErrors } from '../../contract/validator-errors.ts'

/** Tells whether a line is a work ledger entry that keeps to the contract and that PostgreSQL can hold. */
export async function createEntryCheck(): Promise<EntryCheck> {
  const { document } = await readContract()
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats: { 'date-time': isStorable } })
  ajv.addSchema(document, 'contract')
  const isEntry = ajv.compile<WorkLedgerEntry>({ $ref: 'contract#/components/schemas/WorkLedgerEntry' })
  return (bytes) => {
    const parsed = parseJsonBody(bytes)
    if (!parsed.ok) return refuse([parsed.fault])
    if (parsed.faults.length > 0) return refuse(parsed.faults)
    if (!isEntry(parsed.value)) return refuse(readErrors('body', isEntry.errors ?? []))
    if (pathsOfTheApi.has(parsed.value.id))
      return refuse([faultIn('body', '/id', 'reserved', 'is a path of the API and cannot be an id')])
    return { ok: true, entry: parsed.value }
  }
}

/** PostgreSQL's timestamps begin in the year 1. */
function isStorable(time: string): boolean {
  return isInstant(time) && !time.startsWith('0000')
}

/** Reports only the first fault of each field: a timestamp of a wrong length also has a wrong pattern. */
function refuse(faults: readonly Fault[]): CheckedEntry {
  const byField = Map.groupBy(faults, ({ pointer, message }) => (pointer === '' ? message : pointer))
  const reasons = [...byField.values()].flatMap(([first]) => first?.message.replace(/^The body/, 'The line') ?? [])
  const rest = reasons.length - mostReasons
  const shown = reasons.slice(0, mostReasons).join(' ')
  return { ok: false, reason: rest > 0 ? `${shown} And ${rest} more.` : shown }
}

const mostReasons = 5

/** Names that are paths below the list's, so no entry can have them as id. */
const pathsOfTheApi = new Set(['summary', 'export'])

export type EntryCheck = (bytes: Buffer) => CheckedEntry

export type CheckedEntry = { ok: true; entry: WorkLedgerEntry } | { ok: false; reason: string }
