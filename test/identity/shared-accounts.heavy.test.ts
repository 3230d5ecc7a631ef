import { describe } from 'vitest'
import type { CompanyOptions } from '../helpers/programs/company/company.ts'
import { directories } from '../helpers/directory.ts'
import { describeSharedAccount } from '../helpers/shared-account.ts'

const others = Object.entries<CompanyOptions>(directories).filter(([, { kind }]) => kind === 'scim')

describe.each(others)('an account of users of two instances, with %s', (_name, options) => {
  describeSharedAccount(options)
})
