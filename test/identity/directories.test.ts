import { describe } from 'vitest'
import { describeDirectory, directories } from '../helpers/directory.ts'

// `directories.heavy.test.ts` has the others.
describe('Keycloak', () => describeDirectory(directories.Keycloak))
