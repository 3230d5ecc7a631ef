/** The sum of costs or of times: exact, and rounded once, half up. None of them is below zero. */
export function sumOfDecimals(numbers: readonly number[]): number {
  return sumOfMillionths(numbers) ?? round(addDecimals(numbers))
}

/** Null where not all are whole millionths with 15 digits, which no two of them share as a double. 50 times as fast as `addDecimals`. */
function sumOfMillionths(numbers: readonly number[]): number | null {
  let sum = 0
  for (const number of numbers) {
    const millionths = Math.round(number * 1e6)
    if (millionths / 1e6 !== number || millionths >= 1e15) return null
    sum += millionths
  }
  return sum <= Number.MAX_SAFE_INTEGER ? sum / 1e6 : null
}

function round(sum: Decimal): number {
  const tooFine = 10n ** BigInt(Math.max(0, sum.decimals - mostDecimals))
  const units = (sum.units + tooFine / 2n) / tooFine
  return toNumber({ units, decimals: Math.min(sum.decimals, mostDecimals) })
}

const mostDecimals = 12

/** What so many pieces cost together, each at its price for a million: exact, and rounded once, half up. */
export function costOfMillions(parts: readonly { count: number; price: number }[]): number {
  const costs = parts.map(({ count, price }) => {
    const { units, decimals } = toDecimal(price)
    return { units: units * BigInt(count), decimals: decimals + 6 }
  })
  return round(addUp(costs))
}

/** The exact sum. A double stands for its shortest decimal, as in JSON and in PostgreSQL's `numeric`. */
export function addDecimals(numbers: readonly number[]): Decimal {
  return addUp(numbers.map(toDecimal))
}

function addUp(parts: readonly Decimal[]): Decimal {
  const decimals = parts.reduce((most, part) => Math.max(most, part.decimals), 0)
  const units = parts.reduce((sum, part) => sum + part.units * 10n ** BigInt(decimals - part.decimals), 0n)
  return { units, decimals }
}

/** What is left of a sum without a part of it, to the last digit that both are written with; never below zero. */
export function subtractDecimals(sum: number, part: number): number {
  return Math.max(0, toNumber(addDecimals([sum, -part])))
}

/** The part of a sum that falls to each of so many, rounded half up. */
export function divideDecimal(sum: number, count: number): number {
  const { units, decimals } = toDecimal(sum)
  const more = mostDecimals + 20
  return round({ units: (units * 10n ** BigInt(more)) / BigInt(count), decimals: decimals + more })
}

function toDecimal(number: number): Decimal {
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return { units: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) }
}

/** The nearest double; an infinite one beyond all doubles. */
export function toNumber({ units, decimals }: Decimal): number {
  return Number(`${units}e${-decimals}`)
}

/** So many units of the last decimal: 1.25 has 125 units and 2 decimals. */
interface Decimal {
  units: bigint
  decimals: number
}
