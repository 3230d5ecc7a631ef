/** How many random inputs a property meets: so many in the suite, five times as many in `test/rounds.heavy.test.ts`. */
export function rounds(inSuite: number): number {
  return inSuite * Number(process.env['ROUNDS'] ?? 1)
}
