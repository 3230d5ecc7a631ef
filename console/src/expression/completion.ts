import {
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { actorValues } from '@instance-admin/sdk'
import { expressionFields, expressionFunctions } from '@instance-admin/sdk/schemas'
import { keysOf } from '../parts/keys-of.ts'

/** The names of a model that its expressions may use. */
export interface Vocabulary {
  actions: readonly { name: string }[]
  entities: readonly { name: string; attributes?: readonly { name: string; type: string }[] }[]
  events: readonly { name: string }[]
}

/** What may stand where the caret is: fields, functions and the names of the model. */
export function completeExpression(context: CompletionContext, model: Vocabulary): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos)
  const typed = /["']?\w*$/.exec(before)?.[0] ?? ''
  const head = before.slice(0, before.length - typed.length)
  const options = namesAfter(head, model) ?? (/["']/.test(typed) ? [] : wordsAfter(head, typed, context, model))
  if (options.length === 0) return null
  return { from: context.pos - typed.length, options, validFor: /^["']?\w*$/ }
}

/** The names that a member is compared with, in quotes. */
function namesAfter(head: string, model: Vocabulary): Completion[] | null {
  const [, compared = ''] = /\.(\w+)\s*(?:[=!]=\s*|in\s*\[[^\]]*)$/.exec(head) ?? []
  const names = {
    action: model.actions.map(({ name }) => name),
    entity: model.entities.map(({ name }) => name),
    event: model.events.map(({ name }) => name),
    actor: actorValues,
  }
  const found = keysOf(names).find((member) => member === compared)
  if (found) return names[found].filter(Boolean).map((name) => ({ label: `"${name}"`, type: 'constant' }))
  if (!head.endsWith('.attributes[')) return null
  return attributesOf(model).map((one) => ({ ...one, label: `"${one.label}"` }))
}

function wordsAfter(head: string, typed: string, context: CompletionContext, model: Vocabulary): Completion[] {
  const [, receiver] = /([\w.[\])]+)\.$/.exec(head) ?? []
  if (receiver !== undefined) return membersOf(receiver, head, model)
  if (head.endsWith('.') || (typed === '' && !context.explicit)) return []
  const variables = ['operations', ...variablesIn(head)].map((label) => ({ label, type: 'variable', boost: 2 }))
  return [...variables, ...functionsOf(''), { label: 'cel', type: 'namespace' }]
}

function membersOf(receiver: string, head: string, model: Vocabulary): Completion[] {
  const member = receiver.slice(receiver.lastIndexOf('.') + 1)
  if (member === 'attributes') return attributesOf(model)
  if (variablesIn(head).includes(receiver) || /^operations\[\d*\]$/.test(receiver)) return fields
  if (receiver === 'operations') return functionsOf('list')
  if (receiver === 'cel') return functionsOf('cel')
  const type = typeOfMember(member, model)
  if (type !== undefined) return functionsOf(type)
  return ['list', 'string', 'timestamp', 'duration'].flatMap(functionsOf)
}

/** `string` of `action`; undefined where the name tells nothing. */
function typeOfMember(member: string, model: Vocabulary): string | undefined {
  const field = keysOf(expressionFields).find((name) => name === member)
  const attribute = attributesOf(model).find(({ label }) => label === member)
  return field ? shorten(expressionFields[field]) : attribute?.detail
}

/** The variables of the macros that were opened: `o` of `operations.map(o, `. */
function variablesIn(head: string): string[] {
  const found = head.matchAll(/\.(?:all|exists|exists_one|filter|map)\(\s*(\w+)\s*,/g)
  return [...new Set(Array.from(found, ([, name = '']) => name))]
}

function attributesOf({ entities }: Vocabulary): Completion[] {
  const all = entities.flatMap(({ attributes = [] }) => attributes).filter(({ name }) => name !== '')
  const byName = new Map(all.map(({ name, type }) => [name, type]))
  return Array.from(byName, ([label, detail]) => ({ label, detail, type: 'property' }))
}

const fields: Completion[] = keysOf(expressionFields).map((label) => {
  return { label, detail: shorten(expressionFields[label]), type: 'property', boost: 1 }
})

function shorten(type: string): string {
  return type.replace('google.protobuf.', '').toLowerCase()
}

/** The functions that are called on a type, or on nothing. What must be given is there to be typed over. */
function functionsOf(receiver: string): Completion[] {
  return functions.filter((one) => one.receiver === receiver).map((one) => one.completion)
}

const functions = expressionFunctions.map((signature) => {
  const [, receiver = '', label = '', given = ''] = /^(?:(\w+)\.)?(\w+)\((.*)\)$/.exec(signature) ?? []
  const needed = given.split(', ').filter((name) => name !== '' && !name.endsWith('?'))
  const template = `${label}(${needed.map((name) => `\${${name}}`).join(', ')})`
  return { receiver, completion: snippetCompletion(template, { label, detail: `(${given})`, type: 'function' }) }
})
