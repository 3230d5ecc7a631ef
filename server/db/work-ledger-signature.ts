import { setImmediate } from 'node:timers/promises'

/**
 * A signature tells which blocks of entries can hold a text or a value, and which cannot: a Bloom filter per block,
 * stored by slot. Slot after slot, each with one bit per block. Whoever looks for something reads the few slots that
 * it sets, and the blocks whose bit is set in all of them are left to be looked at. A bit too many costs time, a
 * missing one would lose entries: bits are only ever added.
 *
 * An index of trigrams by entry (pg_trgm) would be exact, and slower to write than entries may come in.
 * The layout is known as bit-sliced signature files; BitFunnel (Goodwin et al., SIGIR 2017) is a recent account of it.
 */
export interface Signature {
  /** A multiple of 8, as is `blocks`. */
  firstBlock: number
  blocks: number
  /** `slots` times `blocks / 8` bytes. */
  bits: Buffer
}

/** What an entry is found by. */
export interface Signed {
  texts: readonly string[]
  facets: Facets
}

/** Entries whose positions begin with the same digits to this base share a block. */
export const entriesPerBlock = 16
export const slots = 16_384

export interface Facets {
  status?: string | undefined
  policyStatus?: string | undefined
  actors?: string | undefined
  modelName?: string | undefined
  type?: string | undefined
}

/**
 * The signature of entries whose positions follow each other, beginning with `first`. Lets others work in between:
 * it takes some 8 us an entry.
 */
export async function signEntries<Entry>(
  first: number,
  entries: readonly Entry[],
  toSigned: (entry: Entry) => Signed,
): Promise<Signature> {
  const firstBlock = Math.floor(first / entriesPerBlock / 8) * 8
  const end = Math.ceil((first + entries.length) / entriesPerBlock / 8) * 8
  const signature = createSignature(firstBlock, end - firstBlock)
  for (const [index, entry] of entries.entries()) {
    const { texts, facets } = toSigned(entry)
    const block = Math.floor((first + index) / entriesPerBlock) - firstBlock
    for (const text of texts) setGrams(signature, block, isAscii(text) ? text : foldCase(text))
    setSlots(signature, block, hashValues(facets))
    if (index % 64 === 63) await setImmediate()
  }
  return signature
}

/** The slots that every block with a match has set; none when nothing is asked for. */
export function findSlots(search: string | undefined, facets: Facets): number[] {
  const folded = foldCase(search ?? '')
  const grams = gramLengths.flatMap((length) =>
    pickEvenly(
      Array.from({ length: Math.max(0, folded.length - length + 1) }, (_, from) =>
        hash(folded, from, from + length),
      ),
      mostGrams,
    ),
  )
  const { singles, pairs } = combine(facets)
  const wanted = pairs.length > 0 ? pairs.flatMap(hashPair) : singles.flatMap(hashSingle)
  return [...new Set([...grams, ...wanted].flatMap(slotsOf))]
}

/** A signature of these blocks without a bit; both numbers are multiples of 8. */
export function createSignature(firstBlock: number, blocks: number): Signature {
  return { firstBlock, blocks, bits: Buffer.alloc((slots * blocks) / 8) }
}

/** Adds the bits of a part that begins within the whole, but for blocks behind its end. */
export function addSignature(whole: Signature, part: Signature): void {
  const [width, partWidth] = [whole.blocks / 8, part.blocks / 8]
  const shift = (part.firstBlock - whole.firstBlock) / 8
  if (shift < 0) throw new RangeError(`Block ${part.firstBlock} lies before block ${whole.firstBlock}.`)
  const kept = Math.min(partWidth, width - shift)
  for (let slot = 0; slot < slots; slot++) {
    for (let byte = 0; byte < kept; byte++) {
      const at = slot * width + shift + byte
      whole.bits[at] = (whole.bits[at] ?? 0) | (part.bits[slot * partWidth + byte] ?? 0)
    }
  }
}

/** Three letters are the shortest search; four are much rarer together. `setGrams` knows both. */
const gramLengths = [3, 4]

/** Of each length, in a search: more would hardly leave out any more blocks. */
const mostGrams = 5

/** Some 400 for an entry: three letters are hashed on the way to four. */
function setGrams(signature: Signature, block: number, text: string): void {
  const last = text.length - 3
  if (last < 0) return
  let [a, b, c] = [foldLetter(text, 0), foldLetter(text, 1), foldLetter(text, 2)]
  for (let from = 0; ; from++) {
    const three = hashOn(hashOn(hashOn(seed, a), b), c)
    setBoth(signature, block, mix(three))
    if (from === last) return
    const d = foldLetter(text, from + 3)
    setBoth(signature, block, mix(hashOn(three, d)))
    a = b
    b = c
    c = d
  }
}

function setSlots(signature: Signature, block: number, hashes: readonly number[]): void {
  for (const hashed of hashes) setBoth(signature, block, hashed)
}

function setBoth({ bits, blocks }: Signature, block: number, hashed: number): void {
  const bit = 1 << (block & 7)
  const width = blocks >> 3
  const one = (hashed & (slots - 1)) * width + (block >> 3)
  const other = ((hashed >>> 16) & (slots - 1)) * width + (block >> 3)
  bits[one] = (bits[one] ?? 0) | bit
  bits[other] = (bits[other] ?? 0) | bit
}

/** Two slots each: with some 3,000 things in a block, that leaves fewest wrong ones for the space. */
function slotsOf(hashed: number): number[] {
  return [hashed & (slots - 1), (hashed >>> 16) & (slots - 1)]
}

/** FNV-1a over UTF-16 code units, and a last mix (of MurmurHash3), so that all bits depend on all letters. */
function hash(text: string, from: number, to: number): number {
  let hashed = seed
  for (let at = from; at < to; at++) hashed = hashOn(hashed, text.charCodeAt(at))
  return mix(hashed)
}

const seed = 0x811c9dc5

function hashOn(hashed: number, letter: number): number {
  return Math.imul(hashed ^ letter, 0x01000193)
}

function mix(unmixed: number): number {
  let hashed = Math.imul(unmixed ^ (unmixed >>> 16), 0x85ebca6b)
  hashed = Math.imul(hashed ^ (hashed >>> 13), 0xc2b2ae35)
  return hashed ^ (hashed >>> 16)
}

/**
 * As PostgreSQL's lower() does it, a letter at a time: JavaScript's would make two of the Turkish İ, and look at the
 * neighbours of a Greek sigma.
 */
function foldCase(text: string): string {
  if (!/[İΣ]/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII
  return /^[\0-\x7f]*$/.test(text)
}

/** The code unit at a place in a text whose other letters are folded. */
function foldLetter(text: string, at: number): number {
  const letter = text.charCodeAt(at)
  return letter >= 0x41 && letter <= 0x5a ? letter | 0x20 : letter
}

/** Few combinations of values make up most entries, of which each has some 40 hashes. */
function hashValues(facets: Facets): readonly number[] {
  const { status, policyStatus, actors, modelName, type } = facets
  const key = `${status}\0${policyStatus}\0${actors}\0${modelName}\0${type}`
  const found = knownValues.get(key)
  if (found) return found
  const { singles, pairs } = combine(facets)
  const hashes = [...singles.flatMap(hashSingle), ...pairs.flatMap(hashPair)]
  // Whoever has other values in every entry must not fill the memory with them.
  if (knownValues.size === mostKnownValues) knownValues.clear()
  knownValues.set(key, hashes)
  return hashes
}

const knownValues = new Map<string, readonly number[]>()

const mostKnownValues = 4096

/** Each value, and each two of them: what is common by itself may be rare together. */
function combine({ status, policyStatus, actors, modelName, type }: Facets): {
  singles: string[]
  pairs: string[]
} {
  const values = Object.entries({ status, policyStatus, actors, modelName, type })
  const singles = values.flatMap(([name, value]) => (value === undefined ? [] : `\0${name}=${value}`))
  const pairs = singles.flatMap((one, at) => singles.slice(at + 1).map((other) => one + other))
  return { singles, pairs }
}

/** More slots than a gram has, since a search has several grams. */
function hashSingle(text: string): number[] {
  return [...hashPair(text), hash(text, 2, text.length), hash(text, 3, text.length)]
}

function hashPair(text: string): number[] {
  return [hash(text, 0, text.length), hash(text, 1, text.length)]
}

function pickEvenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => items[Math.round(at * step)]).filter(
    (item) => item !== undefined,
  )
}
