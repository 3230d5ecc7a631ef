import type { components } from '../../spec/gen/openapi.gen.ts'
import type { Filters } from './list-in-memory.ts'
import { contains } from './text.ts'

type Described = components['schemas']['IntegrationType']

/** The part of an integration type that clients get to build a form. */
export function describeIntegrationType(
  type: string,
  { name, group, description, credentialsUrl, fields }: IntegrationForm,
): Described {
  return {
    type,
    name,
    group,
    ...(description !== undefined && { description }),
    ...(credentialsUrl !== undefined && { credentialsUrl }),
    fields: fields.map(describeField),
  }
}

function describeField({ host: _host, forbidden: _forbidden, shape: _shape, example, ...field }: IntegrationField) {
  return { ...field, ...(example !== undefined && !field.secret && { example }) }
}

export const integrationTypeFilters: Filters<'listIntegrationTypes', Described> = {
  group: ({ group }, wanted) => group === wanted,
  search: ({ name, type }, wanted) => contains(name, wanted) || contains(type, wanted),
}

/** The form of an integration type with defaults filled in, and with the members of fields that only the rules use. */
export interface IntegrationForm extends Pick<Described, 'name' | 'group' | 'description' | 'credentialsUrl'> {
  fields: readonly IntegrationField[]
}

/** `spec/integration-type.schema.json` explains every member. */
export interface IntegrationField extends Readonly<components['schemas']['IntegrationTypeField']> {
  /** The field decides to which host the credentials go. */
  host?: boolean
  /** A pattern of a usual secret. No rule, since the vendor may change the form of its secrets. */
  shape?: string
  /** Words that the value must not be, in any case. */
  forbidden?: readonly string[]
}
