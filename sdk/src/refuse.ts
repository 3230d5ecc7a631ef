/** What the caller gave is a mistake in the app. */
export function refuse(name: string, wanted: string, given: string): never {
  throw new TypeError(`${name} must be ${wanted}, but is "${given}".`)
}
