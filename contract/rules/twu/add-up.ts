/** Adds up as people do, for whom 0.1 and 0.2 are 0.3: a double holds any 15 decimal digits. */
export function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => Number((sum + number).toPrecision(15)), 0)
}
