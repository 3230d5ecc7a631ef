import type { WorkLedgerEntry } from '../../spec/openapi.gen.ts'

/** In the order of the contract; one that is missing or extra does not compile. */
const columns: Readonly<Record<keyof WorkLedgerEntry, (entry: WorkLedgerEntry) => string | number>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  type: ({ type }) => type,
  status: ({ status }) => status,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  entityId: ({ entityId }) => entityId,
  relatedEntity: ({ relatedEntity }) => relatedEntity,
  actors: ({ actors }) => actors.join('+'),
  activeTime: ({ activeTime }) => activeTime,
  cost: ({ cost }) => cost,
  policyStatus: ({ policyStatus }) => policyStatus,
  modelName: ({ modelName }) => modelName,
}

/** How an export is written: what it begins with, and a line for each entry. */
export const exportFormats = {
  ndjson: {
    mediaType: 'application/x-ndjson',
    beginning: '',
    writeEntry: (entry: WorkLedgerEntry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    mediaType: 'text/csv',
    beginning: writeLine(Object.keys(columns)),
    writeEntry: (entry: WorkLedgerEntry) =>
      writeLine(Object.values(columns).map((read) => writeCell(read(entry)))),
  },
} as const

/** RFC 4180. */
function writeLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function writeCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * What spreadsheet programs take for a formula begins with an apostrophe, as OWASP advises ("CSV injection"); and so
 * does what begins with one, or nobody could tell.
 */
function withoutFormula(text: string): string {
  return /^[=+\-@'\t\r\n]/.test(text) ? `'${text}` : text
}
