import type { TwuEvaluation, TwuModelInput, WorkOperation } from '@instance-admin/sdk'
import type { UseFormReturnType } from '@mantine/form'
import { texts } from '../texts.ts'
import { toDraftBody, type DraftValues } from './twu-draft-values.ts'

export function newOperation(action: string): OperationValues {
  const startedAt = new Date().toISOString()
  return toOperationValues({ action, actor: 'AI', startedAt: `${startedAt.slice(0, 19)}.000Z` })
}

export function toOperationValues(operation: WorkOperation): OperationValues {
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

/** The model of the form as the service tries it. A row that was just added has no name yet. */
export function toDefinition(values: DraftValues): TwuModelInput {
  const body = toDraftBody(values)
  const named = <Row extends { name: string }>(rows: readonly Row[] = []) => rows.filter(({ name }) => name !== '')
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

export interface OperationValues {
  action: string
  entity: string
  event: string
  actor: WorkOperation['actor']
  activeTime: number | string
  cost: number | string
  startedAt: string
  endedAt: string
  attributes: string
}

export interface BenchValues {
  operations: OperationValues[]
}

export type BenchForm = UseFormReturnType<BenchValues>
