import { Ajv2020 } from 'ajv/dist/2020.js'
import type { WorkLedgerEntry } from '../../spec/gen/openapi.gen.ts'
import { readContract } from '../../contract/document.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { idsOfPaths } from '../../contract/rules/executions.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { toTimestamp } from '../../contract/rules/formats.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import type { Fault } from '../../contract/types.ts'
import { readErrors } from '../../contract/validator-errors.ts'

/** Tells whether a line is a work ledger entry that keeps to the contract and that PostgreSQL can hold. */
export async function createEntryCheck(): Promise<EntryCheck> {
  const { document } = await readContract()
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats: { 'date-time': true } })
  ajv.addSchema(document, 'contract')
  const isEntry = ajv.compile<WorkLedgerEntry>({ $ref: 'contract#/components/schemas/WorkLedgerEntry' })
  return (bytes) => {
    const parsed = parseJsonBody(bytes)
    if (!parsed.ok) return asRejected([parsed.fault])
    if (parsed.faults.length > 0) return asRejected(parsed.faults)
    const wrongTimes = isObject(parsed.value) ? writeTimes(parsed.value) : []
    if (!isEntry(parsed.value) || wrongTimes.length > 0)
      return asRejected([...wrongTimes, ...readErrors('body', isEntry.errors ?? [])])
    if (idsOfPaths.has(parsed.value.id))
      return asRejected([faultIn('body', '/id', 'reserved', 'is a path of the API and cannot be an id')])
    return { ok: true, entry: parsed.value }
  }
}

/** Writes the times of an entry as the contract does, and returns a fault for each that is no time. */
function writeTimes(entry: JsonObject): Fault[] {
  return times.flatMap((name) => {
    const time = entry[name]
    const written = typeof time === 'string' ? toTimestamp(time) : null
    if (written !== null) entry[name] = written
    const isWrong = written === null && time !== undefined
    return isWrong
      ? [faultIn('body', `/${name}`, 'format', 'must be a time that exists, such as 2026-11-21T09:30:00Z')]
      : []
  })
}

const times = ['createdAt', 'updatedAt', 'startedAt'] as const satisfies readonly (keyof WorkLedgerEntry)[]

/** Reports only the first fault of each field: what is no time also has a wrong pattern. */
function asRejected(faults: readonly Fault[]): CheckedEntry {
  const byField = Map.groupBy(faults, ({ pointer, message }) => (pointer === '' ? message : pointer))
  const reasons = [...byField.values()].flatMap(
    ([first]) => first?.message.replace(/^The body/, 'The line').replace(' at line 1, column', ' at column') ?? [],
  )
  const rest = reasons.length - mostReasons
  const shown = reasons.slice(0, mostReasons).join(' ')
  return { ok: false, reason: rest > 0 ? `${shown} And ${rest} more.` : shown }
}

const mostReasons = 5

export type EntryCheck = (bytes: Buffer) => CheckedEntry

export type CheckedEntry = { ok: true; entry: WorkLedgerEntry } | { ok: false; reason: string }
