/** Where the accounts of users are kept. */
export const directoryKinds = ['keycloak', 'scim', 'none', 'embedded'] as const

export type DirectoryKind = (typeof directoryKinds)[number]

/** The kind that is chosen; without a choice, the embedded one goes with the embedded identity provider. */
export function directoryKind({ oidcIssuer, identityDirectory }: DirectoryChoice): DirectoryKind {
  return identityDirectory ?? (oidcIssuer === undefined ? 'embedded' : 'none')
}

/** Whether a URL is that of a realm of Keycloak, so that the URL of its Admin API follows. */
export function isRealmUrl(url: string): boolean {
  return /\/realms\/[^/]+\/?$/.test(url) && !/\/admin\/realms\//.test(url)
}

export interface DirectoryChoice {
  oidcIssuer: string | undefined
  identityDirectory: DirectoryKind | undefined
}
