import { describe } from 'vitest'
import { describeDirectory, directories } from '../helpers/directory.ts'

// `directories.heavy.test.ts` has every rule with every directory.
describe('Keycloak', () => describeDirectory(directories.Keycloak, 'everything'))
describe('SCIM with PATCH', () => describeDirectory(directories['SCIM with PATCH'], 'each call'))
