import type { Development } from '../server/config/development.ts'
import type { FirstAdministrator } from './first-administrator.ts'
import { applicationClient } from './identity-provider/clients.ts'
import type { PasswordCost } from './identity-provider/password.ts'
import { addDevelopmentKey, loadDevelopmentKeys } from './keys.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'

/**
 * The database, identity provider, keys and data of a development machine. What a process may not need is loaded when it is
 * asked for: the identity provider alone takes 0.2 s and 25 MB. `passwordCost` is for tests. `administrator` is known once the
 * identity provider runs.
 */
export function createDevelopment(
  passwordCost?: PasswordCost,
): Development & { administrator: FirstAdministrator | null } {
  return {
    administrator: null,
    startDatabase: ({ dataDir }, log) => startEmbeddedPostgres({ dataDir, log }),
    findDatabase: findEmbeddedPostgres,
    loadKeys: ({ dataDir }) => loadDevelopmentKeys(dataDir),
    addKey: ({ dataDir }) => addDevelopmentKey(dataDir),
    async seed(db, secretBox) {
      const { seedDemo } = await import('./seed-demo.ts')
      await seedDemo(db, secretBox)
    },
    async startIssuer({ identityPort, dataDir, production, oidcAudience }, db, log) {
      const { startIdentityProvider } = await import('./identity-provider/provider.ts')
      const { prepareAdministrator } = await import('./first-administrator.ts')
      this.administrator = await prepareAdministrator(db, passwordCost)
      const provider = await startIdentityProvider({
        db,
        log,
        port: identityPort,
        dataDir,
        production,
        audience: oidcAudience,
        defaultInstanceId: 'demo',
      })
      return { ...provider, clientId: applicationClient.client_id }
    },
    async openDirectory(db) {
      const { createEmbeddedDirectory } = await import('./identity-provider/embedded-directory.ts')
      return createEmbeddedDirectory(db, passwordCost)
    },
  }
}
