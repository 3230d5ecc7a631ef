import type { Database } from '../db/database.ts'
import type { AccountDirectory } from '../identity/directory.ts'

/** The directory of the embedded identity provider. Its code is loaded only where it is chosen: in development. */
export async function embedDirectory(db: Database): Promise<AccountDirectory> {
  const { createEmbeddedDirectory } = await import('./identity-provider/embedded-directory.ts')
  return createEmbeddedDirectory(db)
}
