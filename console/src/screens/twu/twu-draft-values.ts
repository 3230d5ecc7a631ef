import type { TwuModelInput } from '@instance-admin/sdk'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { keysOf } from '../../parts/keys-of.ts'

/** What the form of a draft holds: every text that the service may leave out is '' while it is edited. */
export function toDraftValues({ name, description, ...rest }: TwuModelInput) {
  const lists = { entities: [], actions: [], events: [], outcomes: [], policies: [], cases: [], ...rest }
  return {
    name,
    description,
    entities: lists.entities.map(({ name, description = '', attributes = [] }) => ({
      name,
      description,
      attributes: attributes.map(({ description = '', ...attribute }) => ({ ...attribute, description })),
    })),
    actions: lists.actions.map(({ name, description = '', entity = '', actors = [] }) => {
      return { name, description, entity, actors }
    }),
    events: lists.events.map(({ name, description = '', entity = '', action = '' }) => {
      return { name, description, entity, action }
    }),
    outcomes: lists.outcomes.map(({ name, description = '', expression = '', unit = '' }) => {
      return { name, description, expression, unit }
    }),
    policies: lists.policies.map(
      ({ name, description = '', expression = '', otherwise = 'review_required' as const }) => {
        return { name, description, expression, otherwise }
      },
    ),
    cases: lists.cases,
  }
}

/** For the service an empty text is left out. No row is: its faults name it by its place in the list. */
export function toDraftBody({ name, description, cases, ...lists }: DraftValues): TwuModelInput {
  return {
    name,
    description,
    entities: lists.entities.map(({ attributes, ...entity }) => ({
      ...filled(entity),
      attributes: attributes.map(({ type, ...attribute }) => ({ ...filled(attribute), type })),
    })),
    actions: lists.actions.map(filled),
    events: lists.events.map(filled),
    outcomes: lists.outcomes.map(filled),
    policies: lists.policies.map(filled),
    cases,
  }
}

/** A row without its empty texts, but for its name. */
function filled<Row extends { name: string }>(row: Row): Partial<Row> & { name: string } {
  const found: Partial<Row> = {}
  for (const key of keysOf<keyof Row & string>(row)) if (row[key] !== '') found[key] = row[key]
  return { ...found, name: row.name }
}

export type DraftValues = ReturnType<typeof toDraftValues>

export type DraftForm = UseFormReturnType<DraftValues>

/** What each part of the form gets. */
export interface DraftPart {
  form: DraftForm
  /** What a field needs to show and to change a value, with what is wrong with it. */
  propsOf: (path: string) => Omit<ReturnType<DraftForm['getInputProps']>, 'error'> & { error: ReactNode }
  /** How much is wrong in what has this path. */
  countFaults: (path: string) => number
  /** Where in an expression the service finds a fault. */
  placeOf: (path: string) => { message: string; start: number; end: number } | null
}
