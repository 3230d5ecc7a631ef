/** How many random inputs a property meets: so many in the suite, more in files named `rounds.heavy.test.ts`. */
export function rounds(inSuite: number): number {
  return inSuite * Number(process.env['ROUNDS'] ?? 1)
}

/** Whether a test goes through all its cases: the suite takes those that differ in their rule. */
export function isExhaustive(): boolean {
  return rounds(1) > 1
}
