import type { Knex } from 'knex'
import type { AccountDirectory } from '../identity/directory.ts'

/** The directory of the embedded identity provider. Its code is loaded only where it is chosen: in development. */
export async function embedDirectory(db: Knex): Promise<AccountDirectory> {
  const { createEmbeddedDirectory } = await import('./identity-provider/embedded-directory.ts')
  return createEmbeddedDirectory(db)
}
