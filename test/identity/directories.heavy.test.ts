import { describe } from 'vitest'
import { describeDirectory, directories } from '../helpers/directory.ts'

const others = Object.entries(directories).filter(([, { kind }]) => kind === 'scim')

describe.each(others)('%s', (_name, options) => describeDirectory(options, 'everything'))
