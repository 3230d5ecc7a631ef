import { proveNothingLeaks } from '../helpers/nothing-leaks.ts'

proveNothingLeaks('everything')
