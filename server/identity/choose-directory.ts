import type { Database } from '../db/database.ts'
import type { PasswordCost } from '../development/identity-provider/password.ts'
import type { AccountDirectory } from './directory.ts'
import { directoryKind, type DirectoryChoice } from './directory-kind.ts'
import { createKeycloakDirectory } from './keycloak.ts'
import { createScimDirectory } from './scim.ts'

export interface DirectorySettings extends DirectoryChoice {
  identityDirectoryUrl: string | undefined
  identityDirectoryClient: string | undefined
  identityDirectorySecret: string | undefined
}

/** The directory of the configuration; null when others keep the accounts. */
export async function chooseDirectory(
  settings: DirectorySettings,
  db: Database,
  passwordCost?: PasswordCost,
): Promise<AccountDirectory | null> {
  const {
    oidcIssuer = '',
    identityDirectoryUrl: url = '',
    identityDirectoryClient: clientId = '',
    identityDirectorySecret: secret = '',
  } = settings
  const kind = directoryKind(settings)
  if (kind === 'embedded') {
    // Only development has it.
    const { createEmbeddedDirectory } = await import('../development/identity-provider/embedded-directory.ts')
    return createEmbeddedDirectory(db, passwordCost)
  }
  if (kind === 'keycloak')
    return createKeycloakDirectory({ realmUrl: url || oidcIssuer, clientId, clientSecret: secret })
  if (kind === 'scim') return createScimDirectory({ url, bearerToken: secret })
  return null
}
