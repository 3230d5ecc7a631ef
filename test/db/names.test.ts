import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, compareTexts, cut, lengthOf } from '../../contract/rules/text.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { userInput, users } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Unicode's blocks up to its emoji. Those that a later version of Unicode added differ by who is up to date. */
const blocks = [
  [0x20, 0x24f],
  [0x2b0, 0x5ff],
  [0x1e00, 0x218f],
  [0x3000, 0x33ff],
  [0xac00, 0xac7f],
  [0xf900, 0xfaff],
  [0xfb00, 0xffef],
  [0xe0000, 0xe01ff],
] as const

test('PostgreSQL compares names as the rules do, letter by letter', async () => {
  const letters = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => `a${String.fromCodePoint(from + at)}\u0301b`),
  )
  const { rows } = await service.db.raw<{ rows: { letter: string; name: string }[] }>(
    'select letter, comparable(letter) as name from unnest(?::text[]) as letter',
    [letters],
  )
  expect(rows).toHaveLength(letters.length)
  expect(rows.filter(({ letter, name }) => name !== comparable(letter))).toEqual([])
})

test('PostgreSQL orders, counts and cuts texts as the rules do, character by character', async () => {
  const texts = ['', 'a', 'aa', 'ab', 'ä', '\uD7FF', '～', '\uFFFD', '𐀀', '😀', '😀a', '😀～', '😁', 'a😀', 'a～']
  const { rows } = await service.db.raw<{ rows: { text: string; length: number; first: string }[] }>(
    'select text, length(text), left(text, 1) as first from unnest(?::text[]) as text order by text collate "C" desc',
    [texts],
  )
  expect(texts.toSorted((a, b) => compareTexts(b, a))).toEqual(rows.map(({ text }) => text))
  for (const { text, length, first } of rows) expect([lengthOf(text), cut(text, 1)]).toEqual([length, first])
})

test('two users who take the names of each other at once: one of them is told, and nobody waits for ever', async () => {
  const { users: own } = service.keyless()
  for (let round = 0; round < 3; round += 1) {
    const [one, two] = [`one-${round}`, `two-${round}`]
    const [first, second] = await Promise.all([own.create(userInput(one)), own.create(userInput(two))])
    const { answers, refusals } = await settle([
      own.update(first.id, { username: two, email: `${two}@example.com` }),
      own.update(second.id, { username: one, email: `${one}@example.com` }),
    ])
    expect(answers).toEqual([])
    expect(refusals.map(({ status }) => status)).toEqual([409, 409])
  }
})

test('names that a user gives up are free for the next one', async () => {
  const { body: ada } = await users(service).create(userInput('ada'))
  await users(service).update(ada.id, { username: 'countess', email: 'countess@example.com' })
  await users(service).create(userInput('Ada'))
  const refused = await refusal(service.keyless().users.update(ada.id, { username: 'ADA@example.com' }))
  expect(refused).toMatchObject({ status: 409, code: 'username_taken' })
  // A change of something else takes nothing.
  expect((await users(service).update(ada.id, { name: 'Augusta' })).body).toMatchObject({
    username: 'countess',
  })
})
