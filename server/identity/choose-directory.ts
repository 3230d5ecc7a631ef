import type { AccountDirectory } from './directory.ts'
import { directoryKind, type DirectoryChoice } from './directory-kind.ts'
import { createKeycloakDirectory } from './keycloak.ts'
import { createScimDirectory } from './scim.ts'

export interface DirectorySettings extends DirectoryChoice {
  identityDirectoryUrl: string | undefined
  identityDirectoryClient: string | undefined
  identityDirectorySecret: string | undefined
}

/** The directory of the configuration; null when others keep the accounts. `openEmbedded` opens that of a development machine. */
export async function chooseDirectory(
  settings: DirectorySettings,
  openEmbedded?: () => Promise<AccountDirectory>,
): Promise<AccountDirectory | null> {
  const {
    oidcIssuer = '',
    identityDirectoryUrl: url = '',
    identityDirectoryClient: clientId = '',
    identityDirectorySecret: secret = '',
  } = settings
  const kind = directoryKind(settings)
  if (kind === 'embedded' && openEmbedded) return openEmbedded()
  if (kind === 'keycloak')
    return createKeycloakDirectory({ realmUrl: url || oidcIssuer, clientId, clientSecret: secret })
  if (kind === 'scim') return createScimDirectory({ url, bearerToken: secret })
  return null
}
