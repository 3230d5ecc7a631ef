import { unescapePointer } from '../json.ts'
import type { Fault } from '../types.ts'
import { clip, nameField } from './field-names.ts'

/** A fault whose message is a sentence about its field: "Name must not be empty." */
export function faultIn(place: Fault['in'], pointer: string, code: string, text: string): Fault {
  return { in: place, pointer, code, message: `${nameField(place, pointer)} ${text}.` }
}

/** The sentences of the first three faults, and the number of the others. */
export function describeFaults(faults: readonly Pick<Fault, 'message'>[]): string {
  const told = faults.slice(0, 3).map(({ message }) => message)
  const more = faults.length - told.length
  if (more === 1) told.push('There is 1 more fault.')
  if (more > 1) told.push(`There are ${more} more faults.`)
  return told.join(' ')
}

/** The members of a schema from which sentences are made. The members with `x-` are the contract's own. */
export interface Rules {
  $id?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  properties?: Readonly<Record<string, { readOnly?: boolean }>>
  /** The sentence for a broken pattern: "must not be blank". */
  'x-pattern-message'?: string
  /** The case in which the rules of a branch hold: "for an AI agent". */
  'x-case'?: string
}

/**
 * The fault of a value that breaks a rule of its schema, in words for people, without JSON paths and regular expressions.
 * `keyword` is a keyword of JSON Schema that the contract's requests use; throws for any other keyword.
 */
export function brokenRule(place: Fault['in'], at: string, keyword: string, schema: Rules): Fault {
  // A parameter with a list is one text, whose parts are no places for callers.
  const pointer = place === 'query' ? at.replace(/\/\d+$/, '') : at
  if (keyword === 'additionalProperties') return unknownName(place, pointer, keyword, writableOf(schema))
  const write = sentences[keyword]
  if (!write) throw new Error(`There is no sentence for the keyword "${keyword}" (contract/rules/faults.ts).`)
  const { 'x-case': when } = schema
  const text = sayForm(keyword, schema) ?? write(schema)
  return faultIn(place, pointer, keyword, when === undefined ? text : `${text} ${when}`)
}

/** A time, or a short email address, is told what it has to be, not how many characters it has to have. */
function sayForm(keyword: string, { format, 'x-pattern-message': form }: Rules): string | undefined {
  if (format === 'date-time' || format === 'date')
    return ['type', 'minLength', 'maxLength'].includes(keyword) ? form : undefined
  return format === 'email' && keyword === 'minLength' ? form : undefined
}

const sentences: Readonly<Record<string, (schema: Rules) => string>> = {
  required: () => 'must be given',
  type: ({ type = [] }) => `must be ${list([type].flat().map((name) => typeNames[name] ?? name))}`,
  enum: (schema) => `must be ${list((schema.enum ?? []).map(writeValue))}`,
  const: (schema) => `must be ${writeValue(schema.const)}`,
  format: ({ format = '' }) => `must be ${formatNames[format] ?? `a ${format}`}`,
  pattern: (schema) => schema['x-pattern-message'] ?? 'has a form that is not allowed',
  minLength: ({ minLength = 0 }) =>
    minLength === 1 ? 'must not be empty' : `must have at least ${count(minLength, 'character')}`,
  maxLength: ({ maxLength = 0 }) => `must have at most ${count(maxLength, 'character')}`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  minItems: ({ minItems = 0 }) => `must have at least ${count(minItems, 'item')}`,
  maxItems: ({ maxItems = 0 }) => `must have at most ${count(maxItems, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  maxProperties: ({ maxProperties = 0 }) => `must have at most ${count(maxProperties, 'field')}`,
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'left out',
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an email address',
  date: 'a day that exists, such as 2026-12-24',
  'date-time': 'a time that exists, such as 2026-11-21T09:30:00.000Z',
}

/** A null in an `enum` or a `const` means that the field may be left out. */
function writeValue(value: unknown): string {
  if (value === null) return 'left out'
  // In quotes where the commas of a list would not tell them apart.
  return typeof value === 'string' && !value.includes(',') ? value : JSON.stringify(value)
}

/** The fault of a name that the contract does not have at this place; `known` are the names that it has there. */
export function unknownName(place: Fault['in'], pointer: string, code: string, known: readonly string[]): Fault {
  const [, around = '', name = ''] = /^(.*)\/(.*)$/s.exec(pointer) ?? []
  const where = around === '' ? 'here' : `in ${nameField(place, around).replace(/^The/, 'the')}`
  const others = known.length === 0 ? '' : ` Known are ${list(known, 'and')}.`
  const message = `"${clip(unescapePointer(name))}" is not known ${where}.${others}`
  return { in: place, pointer, code, message }
}

/** The names to suggest. Read-only fields are accepted but ignored, so suggesting them would not help. */
function writableOf({ properties = {} }: Rules): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.readOnly !== true)
}

export function list(words: readonly string[], conjunction = 'or'): string {
  const [last = 'nothing', ...before] = words.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} ${conjunction} ${last}`
}

function count(most: number, what: string): string {
  return `${most} ${what}${most === 1 ? '' : 's'}`
}

/**
 * Drops faults that say nothing new: a broken pattern or format (an empty text is also blank) beside another fault of the
 * same field, a wrong type beside the values that are allowed, and a rule or a sentence that the field already has.
 */
export function withoutRepeats(faults: readonly Fault[]): Fault[] {
  const texts = new Set<string>()
  const fieldOf = (fault: Fault) => `${fault.in}${fault.pointer}`
  const told = new Set(faults.filter(({ code }) => !isAboutForm(code)).map(fieldOf))
  const rules = new Set(faults.map((fault) => `${fieldOf(fault)} ${fault.code}`))
  return faults.filter((fault) => {
    const field = fieldOf(fault)
    const said = [fault.code, fault.message].map((text) => `${field} ${text}`)
    const isRepeated =
      said.some((text) => texts.has(text)) ||
      (isAboutForm(fault.code) && told.has(field)) ||
      (fault.code === 'type' && rules.has(`${field} enum`))
    for (const text of said) texts.add(text)
    told.add(field)
    return !isRepeated
  })
}

function isAboutForm(code: string): boolean {
  return code === 'pattern' || code === 'format'
}
