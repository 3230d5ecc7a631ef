import type { TwuEvaluation, TwuModelInput, WorkOperation } from '@instance-admin/sdk'
import type { UseFormReturnType } from '@mantine/form'
import { texts } from '../../texts.ts'
import { toDraftBody, type DraftValues } from './twu-draft-values.ts'

/** An operation to begin with: of an action, with a value of each attribute that its entity has. */
export function newOperation(model: DraftValues, action = model.actions[0]): OperationValues {
  return toOperationValues(sampleOf(model, action))
}

/** One operation of each action: expressions are checked on them while the bench has none. */
export function sampleOperations(model: DraftValues): WorkOperation[] {
  return namedRows(model.actions)
    .slice(0, 50)
    .map(({ row }) => sampleOf(model, row))
}

function sampleOf({ entities }: DraftValues, action?: DraftValues['actions'][number]): WorkOperation {
  const { attributes = [] } = entities.find(({ name }) => name === action?.entity) ?? {}
  const [actor = 'AI'] = action?.actors ?? []
  const startedAt = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`
  const samples = { string: '', number: 0, integer: 0, boolean: false, timestamp: startedAt }
  return {
    action: action?.name ?? '',
    actor,
    startedAt,
    attributes: Object.fromEntries(namedRows(attributes).map(({ row: { name, type } }) => [name, samples[type]])),
  }
}

/** The rows that have a name, with their places in the list. A row that was just added has none yet. */
export function namedRows<Row extends { name: string }>(rows: readonly Row[] = []): { row: Row; at: number }[] {
  return rows.map((row, at) => ({ row, at })).filter(({ row }) => row.name !== '')
}

export function toOperationValues(operation: WorkOperation) {
  const { entity = '', event = '', activeTime = '', cost = '', endedAt, attributes = {} } = operation
  const times = { startedAt: toLocal(operation.startedAt), endedAt: endedAt === undefined ? '' : toLocal(endedAt) }
  return { ...operation, entity, event, activeTime, cost, ...times, attributes: JSON.stringify(attributes) }
}

/** The operations for the service; null while one of them has attributes or a time that cannot be read. */
export function toOperations(all: readonly OperationValues[]): WorkOperation[] | null {
  const operations = all.map(toOperation).filter((operation) => operation !== null)
  return operations.length === all.length ? operations : null
}

function toOperation({ activeTime, cost, entity, event, startedAt, endedAt, ...rest }: OperationValues) {
  const attributes = readAttributes(rest.attributes)
  const start = toUtc(startedAt)
  if (!attributes || start === undefined) return null
  return {
    ...rest,
    entity: entity || undefined,
    event: event || undefined,
    activeTime: toNumber(activeTime),
    cost: toNumber(cost),
    startedAt: start,
    endedAt: toUtc(endedAt),
    attributes,
  }
}

/** The model of the form as the service tries it. */
export function toDefinition(values: DraftValues): TwuModelInput {
  const body = toDraftBody(values)
  const named = <Row extends { name: string }>(rows?: readonly Row[]) => namedRows(rows).map(({ row }) => row)
  return {
    // Neither changes what is computed.
    name: labels.bench,
    description: '',
    entities: named(body.entities).map((entity) => ({ ...entity, attributes: named(entity.attributes) })),
    actions: named(body.actions),
    events: named(body.events),
    outcomes: named(body.outcomes),
    policies: named(body.policies),
    cases: body.cases,
  }
}

/** A case that expects what was computed. */
export function toCase(name: string, operations: WorkOperation[], { outcomes, policyStatus }: TwuEvaluation) {
  const expected = outcomes.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
  return { name, operations, outcomes: Object.fromEntries(expected), policyStatus }
}

/** Checks what the service never sees: the text of a JSON object, and a time. */
export const validateOperations = {
  attributes: (text: string) => (readAttributes(text) ? null : labels.noAttributes),
  startedAt: (text: string) => (toUtc(text) === undefined ? labels.noTime : null),
}

function readAttributes(text: string): WorkOperation['attributes'] | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return isAttributes(value) ? value : null
  } catch {
    return null
  }
}

function isAttributes(value: unknown): value is NonNullable<WorkOperation['attributes']> {
  if (!(value instanceof Object) || Array.isArray(value)) return false
  return Object.values(value).every((one) => ['boolean', 'number', 'string'].includes(typeof one))
}

/** Mantine keeps as a text what is no number yet, and what is too large for one. */
function toNumber(typed: number | string): number | undefined {
  const number = Number.parseFloat(String(typed))
  return Number.isNaN(number) ? undefined : number
}

/** A field of a browser has times without a zone: here they are UTC. */
function toLocal(time: string): string {
  return time.slice(0, -1)
}

function toUtc(local: string): string | undefined {
  const time = new Date(`${local}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const labels = texts.models

export type OperationValues = ReturnType<typeof toOperationValues>

export interface BenchValues {
  operations: OperationValues[]
}

export type BenchForm = UseFormReturnType<BenchValues>
