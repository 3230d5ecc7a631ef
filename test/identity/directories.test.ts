import { describe } from 'vitest'
import { describeDirectory, directories } from '../helpers/directory.ts'

// `directories.heavy.test.ts` has every rule with every directory.
describe.each(Object.entries(directories))('%s', (_name, options) => {
  describeDirectory(options, options.kind === 'keycloak' ? 'everything' : 'each call')
})
