import { isApiError, type Fault } from '@instance-admin/sdk'
import { useState, type ReactNode } from 'react'
import { readPointer } from '../../parts/differences.tsx'
import { namedRows } from './twu-bench-values.ts'
import type { DraftForm, DraftValues } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'

/**
 * What is wrong with a draft, by the paths of its fields: what the service told when it was saved or published, each until what it
 * is about has changed, and what it says of expressions and names while somebody types.
 */
export function useFaults(form: DraftForm, tried: Tried) {
  const [answer, setAnswer] = useState<Told | null>(null)
  const open =
    answer?.faults.filter(({ pointer }) => subjectOf(form.values, pointer) === subjectOf(answer.of, pointer)) ?? []
  const isRefused = answer?.isRefused ?? false
  const live = findLiveFaults(form.values, tried)
  const beside = new Map<string, ReactNode>([...live].map(([path, { message }]) => [path, message]))
  for (const [path, message] of Object.entries(form.errors)) beside.set(path, message)
  const told = open.map(({ pointer, message }) => ({ path: toPath(pointer), message }))
  const others = [...beside].map(([path, message]): Found => ({ path, message }))
  /** All of them, each field's once: what a report lists is what the parts count. */
  const all: Found[] = [...told, ...others.filter(({ path }) => !told.some((one) => one.path === path))]
  return {
    all,
    /** Whether any that the service told is not mended yet. */
    isOpen: open.length > 0,
    /** Whether they have kept the draft from being published. Before that, a draft may have gaps, and no field is marked. */
    isRefused,
    tell: (faults: readonly Fault[], isRefused: boolean) => setAnswer({ faults, isRefused, of: form.getValues() }),
    /** What stands under a field. */
    errorOf(path: string): ReactNode {
      const messages = isRefused ? told.filter((one) => one.path === path).map(({ message }) => message) : []
      return form.errors[path] ?? (messages.join(' ') || live.get(path)?.message)
    },
    /** Where in an expression a fault is. */
    placeOf: (path: string) => live.get(path) ?? null,
    countIn: (list: string) => (isRefused ? all : others).filter(isIn(list)).length,
  }
}

interface Found {
  /** Of its field in the form. */
  path: string
  message: ReactNode
}

interface Told {
  faults: readonly Fault[]
  isRefused: boolean
  /** What was in the form then. */
  of: DraftValues
}

export type Faults = ReturnType<typeof useFaults>

function isIn(list: string) {
  return ({ path }: Found) => path === list || path.startsWith(`${list}.`)
}

function toPath(pointer: string): string {
  return readPointer(pointer).join('.')
}

/** All that a fault depends on, as text: its value, and the names that this refers to. A case depends on the whole model. */
function subjectOf(values: DraftValues, pointer: string): string {
  const path = readPointer(pointer)
  const [list = ''] = path
  if (list === 'cases') return JSON.stringify(values)
  const value = path.reduce<unknown>((found, name) => (isRecord(found) ? Reflect.get(found, name) : undefined), values)
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  const others: Readonly<Record<string, unknown>> = {
    entity: namesOf(values.entities),
    action: namesOf(values.actions),
    expression: values.entities,
    name: Reflect.get(values, list),
  }
  return JSON.stringify([value, others[path.at(-1) ?? '']])
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

interface LiveFault {
  message: string
  start: number
  end: number
}

/** What the service says of what was typed last: of each expression, or of what it could not read. */
function findLiveFaults(values: DraftValues, { data, error }: Tried): Map<string, LiveFault> {
  const found = new Map<string, LiveFault>()
  for (const list of ['outcomes', 'policies'] as const) {
    const rows = namedRows<{ name: string; expression: string }>(values[list])
    data?.[list].forEach(({ name, fault }, nth) => {
      const { at, row } = rows[nth] ?? {}
      // Nothing is wrong with what was not written yet.
      if (fault && row?.name === name && row.expression.trim() !== '') found.set(`${list}.${at}.expression`, fault)
    })
  }
  for (const { pointer, message } of isApiError(error) ? error.errors : []) {
    const path = toFormPath(values, readPointer(pointer))
    if (path) found.set(path, { message: message.charAt(0).toUpperCase() + message.slice(1), start: 0, end: 0 })
  }
  return found
}

/** The path in the form of a fault in the request, which has no rows without a name. */
function toFormPath(values: DraftValues, [root = '', list = '', at = '', ...rest]: string[]): string | null {
  if (root !== 'definition') return null
  const lists: Readonly<Record<string, readonly { name: string }[]>> = {
    entities: values.entities,
    actions: values.actions,
    events: values.events,
    outcomes: values.outcomes,
    policies: values.policies,
  }
  const row = namedRows(lists[list] ?? [])[Number(at)]
  if (!row) return null
  const [member = '', nested = '', ...last] = rest
  if (member !== 'attributes' || nested === '') return [list, row.at, ...rest].join('.')
  const attribute = namedRows(values.entities[row.at]?.attributes ?? [])[Number(nested)]
  return attribute ? [list, row.at, member, attribute.at, ...last].join('.') : null
}
