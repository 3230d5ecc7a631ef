import * as fc from 'fast-check'
import { asArray, asObject, isObject } from '../../../contract/json.ts'
import { anyCodePoints } from './any-code-points.ts'

export function nest(levels: number, innermost = '1'): string {
  return nestNamed(levels, 'a', innermost)
}

export function nestNamed(levels: number, name: string, innermost: string): string {
  return `{"${name}":`.repeat(levels) + innermost + '}'.repeat(levels)
}

export type Place = readonly (string | number)[]

export function findPlaces(value: unknown, at: Place = []): Place[] {
  if (!Array.isArray(value) && !isObject(value)) return [at]
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [...(at.length > 0 ? [at] : []), ...children.flatMap(([key, child]) => findPlaces(child, [...at, key]))]
}

export function findStrings(value: unknown): Place[] {
  return findPlaces(value).filter((place) => typeof readAt(value, place) === 'string')
}

export function readAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }, value)
}

export function replaceAt(value: unknown, [key, ...rest]: Place, replacement: unknown): unknown {
  if (key === undefined) return replacement
  if (Array.isArray(value)) return asArray(value).with(Number(key), replaceAt(value[Number(key)], rest, replacement))
  return { ...asObject(value), [key]: replaceAt(asObject(value)[key], rest, replacement) }
}

const awkward = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '%',
  '%_\\',
  '\\',
  "'; drop table agents; --",
  '"',
  '`',
  '$1',
  '?',
  '??',
  ':name',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'length',
  '\u202Egnp.exe',
  '\u200B\u200D\u2060',
  '\uFEFF',
  '😀',
  '𝒳'.repeat(256),
  '\u0001\u001F\u007F\u0085',
  '\r\nX-Injected: 1',
  '\t',
  'a'.repeat(257),
  'é'.normalize('NFD'),
  'İıſK',
  'ﬃ',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  'null',
  'true',
  'NaN',
  '1e999',
  '-0',
  '[object Object]',
  '2026-13-45T99:99:99.999Z',
  '\uFFFE\uFFFF',
  '/',
  '~',
  '~0~1',
  'https://169.254.169.254/',
  'a@b.c',
  '\u2028\u2029',
]

const anyCodeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units))
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  anyCodePoints(40),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  anyCodeUnits,
  fc.integer({ min: 1, max: 5000 }).map((length) => 'x'.repeat(length)),
)

export const hostileJson = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '1.5',
  '2147483648',
  '9007199254740993',
  '""',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"":""}',
  '{"__proto__":{}}',
  '{"constructor":{}}',
  '{"$ref":"#"}',
  '{"toJSON":1}',
  '["a","a"]',
  '"\\u0000"',
  '"\\ud800"',
  '[1,2,3]',
  '{"name":null}',
  '{"length":5}',
  nest(70),
  `[${'{},'.repeat(500)}{}]`,
)
