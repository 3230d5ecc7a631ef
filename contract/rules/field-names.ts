import { asArray, isObject, namesOf } from '../json.ts'
import type { Fault } from '../types.ts'
import { cut } from './text.ts'

/** Names a field of the contract for people: "The name of the second entity" for `/entities/1/name`. */
export function nameField(place: Fault['in'], pointer: string): string {
  const names = namesOf(pointer)
  if (names.length === 0) return `The ${place}`
  if (place === 'header')
    return `The header ${names.join('/').replaceAll(/(?<=^|-)(id$|[a-z])/g, (text) => text.toUpperCase())}`
  const parts: string[] = []
  for (const name of names) {
    const list = isPosition(name) ? (parts.pop() ?? 'items') : undefined
    parts.push(list === undefined ? toWords(name) : `${ordinal(Number(name) + 1)} ${singular(list)}`)
  }
  const isPlain = parts.length === 1 && names.length === 1 && !isPosition(names.join())
  return isPlain ? capitalise(parts.join()) : `The ${parts.toReversed().join(' of the ')}`
}

/**
 * Names a place of a body that is not checked yet: its names may be the caller's own, so they are written as they were
 * sent. `"n" in "metadata"` for `/metadata/n`.
 */
export function nameSent(body: unknown, pointer: string): string {
  let text = ''
  let at = body
  for (const name of namesOf(pointer)) {
    const isItem = Array.isArray(at) && isPosition(name)
    const part = isItem ? `the ${ordinal(Number(name) + 1)} item` : `"${clip(name)}"`
    text = text === '' ? part : `${part} ${isItem ? 'of' : 'in'} ${text}`
    at = isItem ? asArray(at)[Number(name)] : isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return text === '' ? 'The body' : capitalise(text)
}

/** Splits a camelCase name into words. Any other name is only shortened. */
function toWords(name: string): string {
  if (!/^[a-z]{1,32}([A-Z][a-z]{1,32}){0,4}$/.test(name)) return clip(name)
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function isPosition(name: string): boolean {
  return /^\d{1,6}$/.test(name)
}

/** Every list of the contract has a plural as its name. */
export function singular(list: string): string {
  return list.replace(/ies$/, 'y').replace(/s$/, '')
}

function ordinal(position: number): string {
  const word = ordinals[position - 1]
  if (word !== undefined) return word
  const ending = endings.get(plurals.select(position)) ?? 'th'
  return `${position}${ending}`
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const plurals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])

export function clip(name: string): string {
  return cut(name, 64).toWellFormed()
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
