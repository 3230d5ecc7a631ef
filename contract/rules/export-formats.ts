import type { WorkLedgerEntry } from '../../spec/gen/openapi.gen.ts'

/** The columns in the order of the contract. A missing or an extra column does not compile. */
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
  modelId: ({ modelId = '' }) => modelId,
  modelVersion: ({ modelVersion = '' }) => modelVersion,
  startedAt: ({ startedAt = '' }) => startedAt,
  outcomes: ({ outcomes }) => (outcomes ? JSON.stringify(outcomes) : ''),
  missedPolicies: ({ missedPolicies = [] }) => missedPolicies.join('+'),
  review: ({ review }) => (review ? JSON.stringify(review) : ''),
  agents: ({ agents }) => (agents ? JSON.stringify(agents) : ''),
  moreAgents: ({ moreAgents = '' }) => moreAgents,
  withoutCost: ({ withoutCost = '' }) => withoutCost,
}

/** The formats of an export: the beginning of the file, and a function that writes an entry. */
export const exportFormats = {
  ndjson: {
    mediaType: 'application/x-ndjson',
    beginning: '',
    writeEntry: (entry: WorkLedgerEntry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    mediaType: 'text/csv',
    beginning: writeLine(Object.keys(columns)),
    writeEntry: (entry: WorkLedgerEntry) => writeLine(Object.values(columns).map((read) => writeCell(read(entry)))),
  },
} as const

/** Writes a line of CSV (RFC 4180). */
function writeLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function writeCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : withoutFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Puts an apostrophe before a text that a spreadsheet program would read as a formula, as OWASP advises ("CSV injection"). A
 * text that begins with an apostrophe gets a second one, so that readers can remove the first without doubt.
 */
function withoutFormula(text: string): string {
  return /^[=+\-@'\t\r\n]/.test(text) ? `'${text}` : text
}
