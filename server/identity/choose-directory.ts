import type { AccountDirectory } from './directory.ts'
import { createKeycloakDirectory } from './keycloak.ts'
import { createScimDirectory } from './scim.ts'

/** Where the accounts of users are kept. */
export const directoryKinds = ['keycloak', 'scim', 'none', 'embedded'] as const

export type DirectoryKind = (typeof directoryKinds)[number]

export interface DirectorySettings {
  oidcIssuer: string | undefined
  identityDirectory: DirectoryKind | undefined
  identityDirectoryUrl: string | undefined
  identityDirectoryClient: string | undefined
  identityDirectorySecret: string | undefined
}

/** The kind that is chosen; without a choice, the embedded one goes with the embedded identity provider. */
export function directoryKind({ oidcIssuer, identityDirectory }: DirectorySettings): DirectoryKind {
  return identityDirectory ?? (oidcIssuer === undefined ? 'embedded' : 'none')
}

/** The directory of the configuration; null when others keep the accounts. `embed` makes the one of development. */
export async function chooseDirectory(
  settings: DirectorySettings,
  embed: () => Promise<AccountDirectory>,
): Promise<AccountDirectory | null> {
  const {
    oidcIssuer = '',
    identityDirectoryUrl: url = '',
    identityDirectoryClient: clientId = '',
    identityDirectorySecret: secret = '',
  } = settings
  const kind = directoryKind(settings)
  if (kind === 'embedded') return embed()
  if (kind === 'keycloak')
    return createKeycloakDirectory({ realmUrl: url || oidcIssuer, clientId, clientSecret: secret })
  if (kind === 'scim') return createScimDirectory({ url, bearerToken: secret })
  return null
}
