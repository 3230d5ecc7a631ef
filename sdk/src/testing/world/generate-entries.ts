import type { WorkLedgerActors, WorkLedgerEntry } from '../../../../spec/gen/openapi.gen.ts'
import vocabulary from './entry-vocabulary.json' with { type: 'json' }

/**
 * Made-up entries as a company with a dozen processes has them, created in the two years before `until`, from old to new.
 * The same `seed` (an integer from 0 to 2^32 - 1), `count` and `until` give the same entries. Another `count` gives other
 * times to the entries.
 */
export function* generateEntries({ seed, count, until }: GenerateOptions): Generator<WorkLedgerEntry> {
  const offset = mix(seed)
  const end = until.getTime()
  for (let index = 0; index < count; index++) {
    // Every entry has its own start, so that no entry depends on the entries before it.
    const random = createRandom(mix(index ^ offset))
    yield createEntry(random, createdBefore(end, (index + random.next()) / count), end)
  }
}

function createEntry(random: Random, createdAt: number, end: number): WorkLedgerEntry {
  const process = pickFew(random, vocabulary.processes)
  const subject = createSubject(random, process)
  const status = pickWeighted(random, statuses)
  const actors = pickWeighted(random, actorsOfEntry)
  const activeTime = status === 'pending' ? 0 : createActiveTime(random, process, actors)
  const waiting = random.next() ** 4 * longestWaitMs
  return {
    id: createId(random, createdAt),
    title: fill(pick(random, process.titles), subject),
    description: describe(random, process, subject),
    type: pickWeighted(random, types),
    status,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(Math.min(createdAt + waiting + activeTime * 1000, end)).toISOString(),
    entityId: `${process.entity}-${subject.number}`,
    relatedEntity: random.next() < 0.6 ? `${process.label} ${subject.number}` : subject.company,
    actors: actors === 'HYBRID' ? ['AI', 'HUMAN'] : [actors],
    activeTime,
    cost: createCost(random, activeTime, actors),
    policyStatus: pickWeighted(random, policyStatuses),
    modelName: pickFew(random, process.models),
  }
}

/** A time at this place (0 to 1) of the two years before `end`. */
function createdBefore(end: number, place: number): number {
  return Math.floor(end - spanMs * (1 - place))
}

function createSubject(random: Random, { prefix }: Process): Subject {
  const number = `${prefix}${10 + Math.floor(random.next() * 90)}-${Math.floor(random.next() * 9e6) + 1e6}`
  return { number, company: createCompany(random), manager: pickFew(random, vocabulary.managers) }
}

/** Some companies occur ten thousand times as often as others. */
function createCompany(random: Random): string {
  return companyWords.map((words) => pickFew(random, words)).join(' ')
}

function describe(random: Random, { steps, reasons }: Process, subject: Subject): string {
  const sentences = [fill(pick(random, steps), subject), pickFew(random, reasons)]
  if (random.next() < 0.3) sentences.push(`Requested by ${subject.manager}.`)
  for (const { share, text } of vocabulary.remarks) if (random.next() < share) sentences.push(text)
  return sentences.join(' ')
}

/** Fills the placeholders of a template: `{number}`, `{company}`, `{manager}`. "S.A." ends a sentence as it is. */
function fill(template: string, { number, company, manager }: Subject): string {
  const filled = template.replace('{number}', number).replace('{company}', company).replace('{manager}', manager)
  return filled.replace(/\.\.$/, '.')
}

/** The active time in seconds, rounded to tenths: most entries take a minute or two, a few take hours. */
function createActiveTime(random: Random, { seconds }: Process, actors: WorkLedgerActors): number {
  const median = actors === 'AI' ? seconds / 6 : seconds
  return Math.round(median * Math.exp(sigma * bell(random)) * 10) / 10
}

/** The cost in dollars, rounded to cents: AI costs less a second than people, and some work is not charged. */
function createCost(random: Random, activeTime: number, actors: WorkLedgerActors): number {
  if (random.next() < shareFree) return 0
  const perSecond = actors === 'AI' ? 0.002 : 0.011
  return Math.round(activeTime * perSecond * (0.8 + random.next() * 0.4) * 100) / 100
}

/** A UUIDv7 for a time. `unique` differs for every entry of a seed, so no two ids are equal. */
function createId(random: Random, time: number): string {
  const instant = hex(time, 12)
  const [a, b, c] = [random.next(), random.next(), random.next()]
  const variant = 0x8000 + Math.floor(b * 0x4000)
  return `${instant.slice(0, 8)}-${instant.slice(8)}-7${hex(Math.floor(a * 0x1000), 3)}-${hex(variant, 4)}-${hex(Math.floor(c * 0x10000), 4)}${hex(random.unique, 8)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** A nearly normal distribution with mean 0 and variance 1, from the sum of four uniform numbers. */
function bell(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * Math.sqrt(3)
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return valueAt(values, random.next())
}

/** Picks the first values far more often than the last ones. */
function pickFew<Value>(random: Random, values: readonly Value[]): Value {
  return valueAt(values, random.next() ** 2.5)
}

function valueAt<Value>(values: readonly Value[], share: number): Value {
  const value = values[Math.floor(share * values.length)]
  if (value === undefined) throw new Error('A list of the vocabulary is empty.')
  return value
}

function pickWeighted<Value>(random: Random, values: Weighted<Value>): Value {
  let left = random.next()
  for (const [value, share] of values) {
    left -= share
    if (left < 0) return value
  }
  return values[0][0]
}

/** SplitMix32: a mixed counter. */
function createRandom(start: number): Random {
  let state = start
  return {
    next() {
      state = (state + goldenRatio) | 0
      return (mix(state) >>> 0) / 0x1_0000_0000
    },
    unique: start >>> 0,
  }
}

/** Mixes a 32-bit number. Different numbers stay different. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

const goldenRatio = 0x9e3779b9

const spanMs = 2 * 365 * 86_400_000
const longestWaitMs = 3 * 86_400_000
const sigma = 1.1
const shareFree = 0.08

const { names, trades, forms } = vocabulary.companies
const companyWords = [names, trades, forms].map((words) => words.split(' '))

const actorsOfEntry = [
  ['AI', 0.72],
  ['HYBRID', 0.21],
  ['HUMAN', 0.07],
] as const satisfies Weighted<WorkLedgerActors>

const statuses = [
  ['completed', 0.8],
  ['pending', 0.1],
  ['failed', 0.06],
  ['in_progress', 0.04],
] as const satisfies Weighted<WorkLedgerEntry['status']>

const policyStatuses = [
  ['compliant', 0.92],
  ['review_required', 0.06],
  ['non_compliant', 0.02],
] as const satisfies Weighted<WorkLedgerEntry['policyStatus']>

const types = [
  ['TWU', 0.94],
  ['MANUAL', 0.045],
  ['MIGRATION', 0.015],
] as const satisfies Weighted<string>

interface GenerateOptions {
  seed: number
  count: number
  until: Date
}

/**
 * The words of made-up entries. The order of a list matters where `pickFew` prefers its first words: so there are search
 * terms of every frequency. `seconds` is a person's median active time; the `term` of a remark occurs nowhere else.
 */
type Process = (typeof vocabulary.processes)[number]

/** The subject of an entry, which its texts mention. */
interface Subject {
  number: string
  company: string
  manager: string
}

/** Values with their shares. The shares add up to 1. */
type Weighted<Value> = readonly [readonly [Value, number], ...(readonly [Value, number])[]]

interface Random {
  /** A number from 0 to just below 1. */
  next(): number
  /** A 32-bit number that differs for every index of the seed. */
  unique: number
}
