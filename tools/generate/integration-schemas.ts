import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import type { IntegrationType, IntegrationTypes } from '../../contract/integration-types.ts'
import type { IntegrationField } from '../../contract/rules/integration-form.ts'
import { asArray, asObject, type JsonObject } from '../../contract/json.ts'
import { rebase } from './rebase.ts'

/**
 * The part of the contract that follows from `spec/integration-types/*.yaml`, as the text of
 * `gen/integration-metadata.gen.yaml`. Every type has schemas of its metadata and of its integration (to create, to replace, to
 * read), and three unions join the types. Throws when two types would get the same schema names.
 */
export function generateIntegrationSchemas(types: IntegrationTypes): string {
  const named = nameTypes(types)
  const schemas: JsonObject = {
    IntegrationInput: union('IntegrationInput', named, 'UntypedIntegrationInput', {
      description: 'An integration to create. `type` decides which fields `metadata` has.',
      'x-origin': 'documented',
    }),
    IntegrationUpdate: union('IntegrationUpdate', named, 'UntypedIntegrationInput', {
      description: 'An integration to put in the place of one: as to create it, but secrets may be left out.',
      'x-origin': 'documented',
    }),
    Integration: union('Integration', named, 'UntypedIntegration', {
      description: 'A connection to an external system. `type` decides which fields `metadata` has.',
      'x-origin': 'documented',
    }),
    ...Object.fromEntries(named.flatMap((type) => Object.entries(schemasOfType(type)))),
  }
  // YAML aliases would be shorter, but would change with every added type.
  return header + stringify({ schemas }, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** Turns the id of a type into the form in schema names: `AMAZON_CONNECT` into `AmazonConnect`. */
export function pascalCase(type: string): string {
  return type
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('')
}

function nameTypes(types: IntegrationTypes): NamedType[] {
  const byName = new Map<string, NamedType>()
  for (const [id, type] of types) {
    const name = pascalCase(id)
    const other = byName.get(name)
    if (other) throw new Error(`${id} and ${other.id} would both be ${name}: rename one of them.`)
    byName.set(name, { id, name, type })
  }
  return [...byName.values()]
}

/**
 * One branch per type, picked by `type`. The server validates by `validatedAs` instead, and checks the type's fields later.
 */
function union(suffix: Suffix, types: readonly NamedType[], validatedAs: UntypedName, members: JsonObject): JsonObject {
  const reference = ({ name }: NamedType) => `#/schemas/${name}${suffix}`
  return {
    ...members,
    'x-validated-as': `#/components/schemas/${validatedAs}`,
    // So that tools see that the untyped schema is used. Every value of the union fits it, so it adds no rule.
    dependentSchemas: { type: { $ref: `../integrations.yaml#/schemas/${validatedAs}` } },
    'x-extensible': true,
    oneOf: types.map((type) => ({ $ref: reference(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map((type) => [type.id, reference(type)])),
    },
  }
}

function schemasOfType({ id, name, type }: NamedType): JsonObject {
  const plain = type.fields.filter(({ secret }) => !secret)
  return {
    [`${name}Metadata`]: metadata(type, type.fields, {
      description: `Fields of the type ${id}. An empty text counts as left out, as forms send it.`,
      isRequired: ({ required }) => required,
      takesEmpty: true,
    }),
    [`${name}MetadataUpdate`]: metadata(type, type.fields, {
      description: `Fields of the type ${id} in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out.`,
      takesEmpty: true,
      isRequired: ({ required, secret }) => required && !secret,
      isNullable: ({ required, secret }) => secret && !required,
    }),
    [`${name}Configuration`]: metadata(type, plain, {
      description: `Fields of the type ${id} without the secrets.`,
      isRequired: ({ required }) => required,
    }),
    // No two titles are the same, because some generators of clients name types after titles.
    [`${name}IntegrationInput`]: narrow(
      'UntypedIntegrationInput',
      id,
      `${type.name} integration input`,
      `${name}Metadata`,
    ),
    [`${name}IntegrationUpdate`]: narrow(
      'UntypedIntegrationInput',
      id,
      `${type.name} integration update`,
      `${name}MetadataUpdate`,
    ),
    [`${name}Integration`]: narrow('UntypedIntegration', id, `${type.name} integration`, `${name}Configuration`),
  }
}

function metadata(type: IntegrationType, fields: readonly IntegrationField[], rules: MetadataRules): JsonObject {
  const { description, isRequired, isNullable = () => false, takesEmpty = false } = rules
  const required = fields.filter(isRequired).map(({ key }) => key)
  return {
    type: 'object',
    description,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(
        fields.map((field) => [
          field.key,
          fieldSchema(type, field, { isNullable: isNullable(field), mayBeEmpty: takesEmpty && !isRequired(field) }),
        ]),
      ),
    }),
    ...byUs,
  }
}

/** Leaves out `shape`, which describes a usual secret but is no rule. */
function fieldSchema(
  type: IntegrationType,
  field: IntegrationField,
  { isNullable, mayBeEmpty }: { isNullable: boolean; mayBeEmpty: boolean },
): JsonObject {
  const description = describe(type, field)
  return {
    type: isNullable ? ['string', 'null'] : 'string',
    title: field.label,
    ...(description !== '' && { description }),
    // An enum needs no lengths, and generators of code fail on an enum with lengths.
    ...(!field.enum && { ...(!mayBeEmpty && { minLength: 1 }), maxLength: field.maxLength }),
    ...(field.format && isStated(field.format, mayBeEmpty) && { format: field.format }),
    ...(field.pattern !== undefined && { pattern: mayBeEmpty ? `^$|${field.pattern}` : field.pattern }),
    ...(field.enum && { enum: mayBeEmpty ? [...field.enum, ''] : [...field.enum] }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.secret && { writeOnly: true, 'x-secret': true }),
    ...(field.example !== undefined && !field.secret && { examples: [field.example] }),
  }
}

/** An empty text is no URI, email address or the like, and `pem` is no format of JSON Schema. */
function isStated(format: string, mayBeEmpty: boolean): boolean {
  return format === 'password' || !(mayBeEmpty || format === 'pem')
}

function describe(type: IntegrationType, { hint, when = {} }: IntegrationField): string {
  const choices = Object.entries(when).map(([key, value]) => {
    const label = type.fields.find((field) => field.key === key)?.label ?? key
    return `Needed when ${label} is ${value}, refused otherwise.`
  })
  return [hint && `${hint.charAt(0).toUpperCase()}${hint.slice(1).replace(/\.?$/, '.')}`, ...choices]
    .filter(Boolean)
    .join(' ')
}

/** Repeats the members of the untyped schema, so that every value of the narrowed schema fits the untyped one. */
function narrow(untyped: UntypedName, id: string, title: string, metadataName: string): JsonObject {
  const { required, properties } = untypedSchemas[untyped]
  return {
    type: 'object',
    title,
    description: `An integration of the type ${id}.`,
    additionalProperties: false,
    required,
    properties: {
      ...properties,
      type: { type: 'string', enum: [id], description: 'The integration type.' },
      metadata: { $ref: `#/schemas/${metadataName}` },
    },
    ...byUs,
  }
}

function readUntyped(name: UntypedName) {
  const { required, properties } = asObject(asObject(handWritten['schemas'])[name])
  return { required: asArray(required), properties: asObject(rebase(properties, 'integrations.yaml')) }
}

const handWritten = asObject(parse(readFileSync(new URL('../../spec/integrations.yaml', import.meta.url), 'utf8')))
const untypedSchemas: Record<UntypedName, ReturnType<typeof readUntyped>> = {
  UntypedIntegrationInput: readUntyped('UntypedIntegrationInput'),
  UntypedIntegration: readUntyped('UntypedIntegration'),
}

const byUs = { 'x-decision': 'D-25' }

const header = '# Generated from ../integration-types/*.yaml by "npm run generate". Never edited.\n'

type Suffix = 'IntegrationInput' | 'IntegrationUpdate' | 'Integration'

type UntypedName = 'UntypedIntegrationInput' | 'UntypedIntegration'

interface NamedType {
  id: string
  name: string
  type: IntegrationType
}

interface MetadataRules {
  description: string
  isRequired: (field: IntegrationField) => boolean
  isNullable?: (field: IntegrationField) => boolean
  /** Whether a field that is not required may be an empty text. */
  takesEmpty?: boolean
}
