import { describe } from 'vitest'
import { directories } from '../helpers/directory.ts'
import { describeSharedAccount } from '../helpers/shared-account.ts'

// `shared-accounts.heavy.test.ts` has the others. What they do in their own way is in `directories.test.ts`.
describe('an account of users of two instances', () => describeSharedAccount(directories.Keycloak))
