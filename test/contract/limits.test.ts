import { describeLimits } from './limits.ts'

describeLimits(false)
