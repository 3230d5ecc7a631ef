import { describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asArray, asObject, isObject, type JsonObject } from '../../contract/json.ts'
import { brokenRule, type Rules } from '../../contract/rules/faults.ts'
import { copyForValidator } from '../../contract/validator-document.ts'

const contract = await readContract()
const document = copyForValidator(contract)
const schemas = findRequestSchemas()

/** A sentence for each keyword, as people read it. */
const sentences: [string, string, Rules, string][] = [
  ['required', '/model', { 'x-case': 'for an AI agent' }, 'Model must be given for an AI agent.'],
  ['type', '/model', { type: 'null', 'x-case': 'for a human agent' }, 'Model must be left out for a human agent.'],
  ['type', '/middleName', { type: ['string', 'null'] }, 'Middle name must be text or left out.'],
  ['type', '/capabilities/0', { type: 'string' }, 'The first capability must be text.'],
  ['enum', '/priority', { enum: ['high', 'medium', 'low', null] }, 'Priority must be high, medium, low or left out.'],
  ['enum', '/sort', { enum: ['name,asc', 'name,desc'] }, 'Sort must be "name,asc" or "name,desc".'],
  ['const', '/type', { const: 'AI' }, 'Type must be AI.'],
  ['minLength', '/name', { minLength: 1 }, 'Name must not be empty.'],
  ['minLength', '/temporaryPassword', { minLength: 12 }, 'Temporary password must have at least 12 characters.'],
  ['maxLength', '/name', { maxLength: 1 }, 'Name must have at most 1 character.'],
  ['pattern', '/username', { 'x-pattern-message': 'must have no white space' }, 'Username must have no white space.'],
  ['format', '/email', { format: 'email' }, 'Email must be an email address.'],
  ['minimum', '/costMin', { minimum: 0 }, 'Cost min must be at least 0.'],
  ['maximum', '/size', { maximum: 200 }, 'Size must be at most 200.'],
  ['minItems', '/actors', { minItems: 1 }, 'Actors must have at least 1 item.'],
  ['maxItems', '/capabilities', { maxItems: 64 }, 'Capabilities must have at most 64 items.'],
  ['uniqueItems', '/actions/1/actors', {}, 'The actors of the second action must not have the same item twice.'],
  ['maxProperties', '/metadata', { maxProperties: 100 }, 'Metadata must have at most 100 fields.'],
  [
    'additionalProperties',
    '/nmae',
    { properties: { id: { readOnly: true }, name: {}, type: {} } },
    '"nmae" is not known here. Known are name and type.',
  ],
  [
    'additionalProperties',
    '/entities/1/attributes/2/tpye',
    { properties: { name: {}, type: {} } },
    '"tpye" is not known in the third attribute of the second entity. Known are name and type.',
  ],
  ['enum', '/roles/1', { enum: ['Viewer', 'Editor'] }, 'The second role must be Viewer or Editor.'],
  ['type', '/capabilities/10', { type: 'string' }, 'The 11th capability must be text.'],
  ['type', '/capabilities/21', { type: 'string' }, 'The 22nd capability must be text.'],
  [
    'minLength',
    '/createdFrom',
    { format: 'date-time', 'x-pattern-message': 'must be a time' },
    'Created from must be a time.',
  ],
  [
    'type',
    '/createdFrom',
    { format: 'date-time', 'x-pattern-message': 'must be a time' },
    'Created from must be a time.',
  ],
  [
    'minLength',
    '/email',
    { format: 'email', 'x-pattern-message': 'must be an email address' },
    'Email must be an email address.',
  ],
  ['required', '/outcomes/0/name', {}, 'The name of the first outcome must be given.'],
  ['required', '/users', {}, 'Users must be given.'],
]

describe('every fault is a sentence about its field', () => {
  test.each(sentences)('%s of %s', (keyword, pointer, schema, sentence) => {
    expect(brokenRule('body', pointer, keyword, schema).message).toBe(sentence)
  })

  test('no keyword of a request is without its sentence', () => {
    const used = new Set(schemas.flatMap((schema) => Object.keys(schema)).filter((name) => isRule(name)))
    expect([...used].filter((keyword) => !sentences.some(([told]) => told === keyword))).toEqual([])
  })

  test('no pattern of a request is without words', () => {
    const wordless = schemas.filter((schema) => 'pattern' in schema && !('x-pattern-message' in schema))
    expect(wordless).toEqual([])
  })

  test('names of parameters and headers are said as their own', () => {
    expect(brokenRule('header', '/if-match', 'minLength', { minLength: 1 }).message).toBe(
      'The header If-Match must not be empty.',
    )
    expect(brokenRule('path', '/instanceId', 'maxLength', { maxLength: 64 }).message).toBe(
      'Instance id must have at most 64 characters.',
    )
    expect(brokenRule('body', '', 'type', { type: 'object' }).message).toBe('The body must be an object.')
  })
})

/** What says that a value is wrong by itself, and not by way of another keyword. */
function isRule(keyword: string): boolean {
  // Names of members are seen to where the body is read.
  const others = ['propertyNames', '$ref', 'properties', 'items', 'oneOf', 'allOf', 'default', 'readOnly', 'writeOnly']
  const words = ['title', 'description', 'examples', 'example']
  return !others.includes(keyword) && !words.includes(keyword) && !keyword.startsWith('x-')
}

/** All that the requests of any operation are checked by. */
function findRequestSchemas(): JsonObject[] {
  const found = new Set<JsonObject>()
  const visit = (node: unknown): void => {
    const schema = resolve(document, node)
    if (found.has(schema)) return
    found.add(schema)
    Object.values(asObject(schema['properties'] ?? {})).forEach(visit)
    asArray(schema['oneOf'] ?? []).forEach(visit)
    for (const inner of [schema['items'], schema['additionalProperties']]) if (isObject(inner)) visit(inner)
  }
  for (const item of Object.values(asObject(document['paths'])).map(asObject))
    for (const place of [item, ...Object.values(item).filter(isObject)]) {
      for (const parameter of asArray(place['parameters'] ?? [])) visit(resolve(document, parameter)['schema'])
      const { content = {} } = asObject(place['requestBody'] ?? {})
      for (const media of Object.values(asObject(content))) visit(asObject(media)['schema'])
    }
  return [...found]
}
