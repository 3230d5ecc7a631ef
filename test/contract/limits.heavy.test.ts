import { describeLimits } from './limits.ts'

describeLimits(true)
