import { array, assert, boolean, constant, double, letrec, object, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody, parseJsonLines } from '../../contract/rules/json-text.ts'
import { anyCodePoints } from '../helpers/data/any-code-points.ts'
import { rounds } from '../helpers/rounds.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

/** As Python and others write JSON: everything beyond ASCII as an escape, in names too. */
function escapeNonAscii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

describe('names', () => {
  test('a name written with escapes reads as the one it stands for, whatever was parsed before', () => {
    // What another part of the process may have done: V8 then reads the tab below as a backslash.
    JSON.parse('{"":1,"\\\\":1}')
    expect(parse(String.raw`{"":1,"caf\u00e9":{"\u0041":[{"\ud83d\ude00":"x\ny"}]}}`)).toEqual({
      ok: true,
      value: { '': 1, café: { A: [{ '😀': 'x\ny' }] } },
      faults: [],
    })
  })

  test.each([
    [String.raw`{"":1,"\t":1}`, '/\t'],
    [String.raw`{"a":{"say \"hi\"":1,"\ufffd":2}}`, '/a/say "hi"'],
    [String.raw`[{"\\~":{"\"":1}}]`, String.raw`/0/\~0`],
    [String.raw`{"\ud800":1}`, '/\ufffd'],
    [String.raw`{"\u0000":1}`, String.raw`/\u0000`],
  ])('a name that cannot be written without an escape is refused, and is named: %s', (text, pointer) => {
    expect(parse(text)).toMatchObject({ ok: true, faults: [{ code: 'key', pointer }] })
  })

  test('and hides no other fault', () => {
    const { faults } = { faults: [], ...parse(String.raw`{"a\"b":1,"n":1e999}`) }
    expect(faults.map(({ message }) => message)).toEqual([
      '"a"b" must be written without quotation marks, backslashes and control characters.',
      '"n" is a larger number than can be kept here.',
    ])
  })

  test('a value may look like a name', () => {
    const value = { a: '":', b: '\\":"\\', c: ['"x\\":1', ':'] }
    expect(parse(JSON.stringify(value))).toEqual({ ok: true, value, faults: [] })
  })
})

describe('numbers', () => {
  test.each(['9007199254740993', '-12345678901234567890', `1${'0'.repeat(40)}1`])(
    'an integer that a double would change is refused: %s',
    (digits) => {
      expect(parse(`{"n":[${digits}]}`)).toMatchObject({
        ok: true,
        faults: [{ pointer: '/n/0', code: 'number' }],
      })
    },
  )

  test.each(['147573952589676410000', '10000000000000000000', '9007199254740991', '1e300', '0.1234567890123456789'])(
    'a number that comes back as it was sent is taken: %s',
    (digits) => {
      expect(parse(`{"n":${digits}}`)).toEqual({ ok: true, value: { n: Number(digits) }, faults: [] })
    },
  )
})

describe('a fault names its place as it was sent', () => {
  test.each([
    [
      '{"metadata":{"n":9007199254740993}}',
      '"n" in "metadata" has more digits than a number can keep here: send it as text, in quotes.',
    ],
    ['{"metadata":{"a":{"1":1e999}}}', '"1" in "a" in "metadata" is a larger number than can be kept here.'],
    ['{"capabilities":["a",1e999]}', 'The second item of "capabilities" is a larger number than can be kept here.'],
    [
      '{"entities":[{"name":1e999}]}',
      '"name" in the first item of "entities" is a larger number than can be kept here.',
    ],
    ['[[1e999]]', 'The first item of the first item is a larger number than can be kept here.'],
    ['1e999', 'The body is a larger number than can be kept here.'],
    [String.raw`{"a/b~c":"\u0000"}`, '"a/b~c" has the character NUL, which cannot be stored: leave it out.'],
    ['{"__proto__":{"x":1}}', '"__proto__" is not a name that can be used.'],
  ])('%s', (text, message) => {
    expect(parse(text)).toMatchObject({ faults: [{ message }] })
  })
})

describe('what is not JSON is named where it stops being that', () => {
  test.each([
    ['{"name": "Ada",}', ' at line 1, column 16'],
    ['{"name": "Ada"\n  "type": "AI"}', ' at line 2, column 3'],
    ['{\r\n  name: "Ada"}', ' at line 2, column 3'],
    ['{"active": tru}', ' at line 1, column 12'],
    ['{"priority": 01}', ' at line 1, column 14'],
    ['{"name": "a\tb"}', ' at line 1, column 10'],
    [String.raw`{"\u0041": 1, "b": "\x"}`, ' at line 1, column 20'],
    ['[1, 2]]', ' at line 1, column 7'],
    ["{'name': 1}", ' at line 1, column 2'],
    ['<html>', ' at line 1, column 1'],
    ['{"name":', ': it ends too early, at line 1, column 9'],
  ])('%s', (text, place) => {
    expect(parse(text)).toMatchObject({ ok: false, fault: { message: `The body is not JSON${place}.` } })
  })

  test('by the number of a line among others', () => {
    const text = '{"a":1}\n\n{"a":2}\n{"a":}\n'
    const fault = { pointer: '/2', message: 'The body is not JSON at line 4, column 6.' }
    expect(parseJsonLines(Buffer.from(text))).toMatchObject({ ok: false, fault })
  })

  test('at its end where only the end is missing, whatever stands before', () => {
    assert(
      property(object(), (value) => {
        const cut = JSON.stringify(value, null, 1).slice(0, -1)
        const lines = cut.split('\n')
        const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}.`
        expect(parse(cut)).toMatchObject({ fault: { message: `The body is not JSON: it ends too early, at ${place}` } })
      }),
    )
  })
})

describe('any JSON', () => {
  const plainName = string({ unit: 'grapheme' }).filter((name) => !/["\\\p{Cc}]/u.test(name) && name !== '__proto__')
  const { value: anyValue } = letrec((tie) => ({
    value: oneof(
      { maxDepth: 5 },
      constant(null),
      boolean(),
      string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      array(tie('value'), { maxLength: 5 }),
      object({ key: plainName, maxDepth: 2, values: [boolean()] }),
    ),
  }))

  test('is read as the platform reads it, with escapes or without', () => {
    assert(
      property(anyValue, (value) => {
        const json = JSON.stringify(value)
        const expected: unknown = JSON.parse(json)
        expect(parse(json)).toEqual({ ok: true, value: expected, faults: [] })
        expect(parse(escapeNonAscii(json))).toEqual({ ok: true, value: expected, faults: [] })
      }),
      { numRuns: rounds(20) },
    )
  })

  test('or none: arbitrary text never throws', () => {
    assert(
      property(anyCodePoints(), (text) => {
        expect(typeof parse(text.toWellFormed()).ok).toBe('boolean')
      }),
    )
  })
})

describe('lines', () => {
  test('are values in their order, and empty lines are none', () => {
    const text = '\n{"a":1}\r\n \t\n\r\n  [2]\n3'
    expect(parseJsonLines(Buffer.from(text))).toEqual({ ok: true, value: [{ a: 1 }, [2], 3], faults: [] })
  })
})
