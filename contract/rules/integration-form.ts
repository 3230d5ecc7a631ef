import type { components } from '../../spec/openapi.gen.ts'
import type { Filters } from './list-in-memory.ts'
import { contains } from './text.ts'

type Described = components['schemas']['IntegrationType']

/** What clients are told of a type: what a form needs. */
export function describeIntegrationType(
  type: string,
  { name, group, description, fields }: IntegrationForm,
): Described {
  return {
    type,
    name,
    group,
    ...(description !== undefined && { description }),
    fields: fields.map(describeField),
  }
}

function describeField({
  host: _host,
  forbidden: _forbidden,
  shape: _shape,
  example,
  ...field
}: IntegrationField) {
  return { ...field, ...(example !== undefined && !field.secret && { example }) }
}

export const integrationTypeFilters: Filters<'listIntegrationTypes', Described> = {
  group: ({ group }, wanted) => group === wanted,
  search: ({ name, type }, wanted) => contains(name, wanted) || contains(type, wanted),
}

/** An integration type as its form, defaults filled in, with what only the rules know of its fields. */
export interface IntegrationForm extends Pick<Described, 'name' | 'group' | 'description'> {
  fields: readonly IntegrationField[]
}

/** `spec/integration-type.schema.json` explains every member. */
export interface IntegrationField extends Readonly<components['schemas']['IntegrationTypeField']> {
  /** Decides which host the credentials go to. */
  host?: boolean
  /** What a secret usually looks like: no rule, since the vendor may change it. */
  shape?: string
  /** Words that the value must not be. */
  forbidden?: readonly string[]
}
