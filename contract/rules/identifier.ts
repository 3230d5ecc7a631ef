/** The form of every id of the contract: of instances, users, agents and so on. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}
