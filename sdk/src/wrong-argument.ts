/** Throws TypeError for an argument that is a mistake in the calling app. */
export function throwWrongArgument(name: string, wanted: string, given: string): never {
  throw new TypeError(`${name} must be ${wanted}, but is "${given}".`)
}

/** How a message begins where the instance is not the caller's, or where authentication is incomplete. */
export const instanceUnavailable = 'Instance configuration not available'
