import { describe } from 'vitest'
import type { CompanyOptions } from '../helpers/programs/company/company.ts'
import { describeDirectory, directories } from '../helpers/directory.ts'

const others = Object.entries<CompanyOptions>(directories).filter(([, { kind }]) => kind === 'scim')

describe.each(others)('%s', (_name, options) => describeDirectory(options))
