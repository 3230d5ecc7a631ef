import { describe } from 'vitest'
import type { CompanyOptions } from '../helpers/programs/company/company.ts'
import { describeDirectory, directories } from '../helpers/directory.ts'

// `directories.heavy.test.ts` has every rule with every directory.
describe.each(Object.entries<CompanyOptions>(directories))('%s', (_name, options) => {
  describeDirectory(options, options.kind === 'keycloak' ? 'everything' : 'each call')
})
