import type { TwuModelInput } from '@instance-admin/sdk'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

/** What the form of a draft holds: every text that the service may leave out is '' while it is edited. */
export function toDraftValues({ name, description, ...rest }: TwuModelInput) {
  const lists = { entities: [], actions: [], events: [], outcomes: [], policies: [], cases: [], ...rest }
  return {
    name,
    description,
    entities: lists.entities.map(({ name, description = '', attributes = [] }) => ({
      name,
      description,
      attributes: attributes.map(({ name, type, description = '' }) => ({ name, type, description })),
    })),
    actions: lists.actions.map(({ name, description = '', entity = '', actors = [] }) => ({
      name,
      description,
      entity,
      actors,
    })),
    events: lists.events.map(({ name, description = '', entity = '', action = '' }) => ({
      name,
      description,
      entity,
      action,
    })),
    outcomes: lists.outcomes.map(({ name, description = '', expression = '', unit = '' }) => ({
      name,
      description,
      expression,
      unit,
    })),
    policies: lists.policies.map(
      ({ name, description = '', expression = '', otherwise = 'review_required' as const }) => ({
        name,
        description,
        expression,
        otherwise,
      }),
    ),
    cases: lists.cases,
  }
}

/** For the service an empty text is left out. No row is: its faults name it by its place in the list. */
export function toDraftBody({ name, description, ...lists }: DraftValues): TwuModelInput {
  return {
    name,
    description,
    entities: lists.entities.map(({ name, description, attributes }) => ({
      name,
      description: description || undefined,
      attributes: attributes.map(({ name, type, description }) => ({
        name,
        type,
        description: description || undefined,
      })),
    })),
    actions: lists.actions.map(({ name, description, entity, actors }) => ({
      name,
      description: description || undefined,
      entity: entity || undefined,
      actors,
    })),
    events: lists.events.map(({ name, description, entity, action }) => ({
      name,
      description: description || undefined,
      entity: entity || undefined,
      action: action || undefined,
    })),
    outcomes: lists.outcomes.map(({ name, description, expression, unit }) => ({
      name,
      description: description || undefined,
      expression: expression || undefined,
      unit: unit || undefined,
    })),
    policies: lists.policies.map(({ name, description, expression, otherwise }) => ({
      name,
      description: description || undefined,
      expression: expression || undefined,
      otherwise,
    })),
    cases: lists.cases,
  }
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
