import * as fc from 'fast-check'
import { expect } from 'vitest'
import { compile } from '../../../contract/rules/twu/expression.ts'
import { anyCodePoints } from './any-code-points.ts'

/** Expressions whose check might take long. */
export const hostileTexts: readonly (readonly [what: string, expression: string])[] = [
  ['nested comprehensions', nest((inner, at) => `operations.exists(o${at}, ${inner})`, 'true')],
  ['nested comprehensions over one name', nest((inner) => `operations.exists(o, ${inner})`, 'true')],
  ['nested projections', nest((inner, at) => `operations.map(o${at}, ${inner})[0]`, '1')],
  ['nested conditionals', nest((inner) => `(true ? ${inner} : ${inner})`, '1', 7)],
  ['nested conjunctions', nest((inner) => `(${inner} && ${inner})`, 'true', 8)],
  ['nested lists', nest((inner) => `[${inner}, ${inner}]`, '1', 9)],
  ['a pattern that backtracks', `"${'a'.repeat(500)}!".matches("^(a|a)*$")`],
  ['many digits', '9'.repeat(2000)],
  ['many backslashes', `"${'\\'.repeat(1998)}"`],
  ['many quotes', '"'.repeat(2000)],
  ['many slashes', '/'.repeat(2000)],
  ['many spaces', ' '.repeat(2000)],
]

const tokens = [
  ...'operations o sum avg map filter exists all has size in true null cost dyn'.split(' '),
  ...'cel.bind attributes type matches __proto__ constructor prototype 1 1.5 1u 0x "a" " r" b" """ \\ // ` 😀'.split(
    ' ',
  ),
  ...'( ) [ ] { } . , ? : + - * / % ! && || == < [?'.split(' '),
  "'",
  '\n',
  '\0',
  '\ud800',
]

const some = fc.array(fc.constantFrom(...tokens), { maxLength: 60 })
export const anyText = fc.oneof(
  some.map((found) => found.join('')),
  some.map((found) => found.join(' ')),
  anyCodePoints(200),
)

export function expectNoOrReadableFault(expression: string): void {
  const fault = findExpressionFault(expression)
  expect(fault === null || (fault.isWellFormed() && fault.length <= 400)).toBe(true)
}

export function findExpressionFault(expression: string): string | null {
  const compiled = compile(expression, 'outcome')
  return 'fault' in compiled ? compiled.fault.text : null
}

/** As deep as the limits allow unless told otherwise. */
function nest(wrap: (inner: string, at: number) => string, innermost: string, depth = 14): string {
  return Array.from({ length: depth }).reduce<string>((inner, _, at) => wrap(inner, at), innermost)
}
