import { hostileHosts, hostileNames } from '../helpers/data/hostile-targets.ts'
import { describeHostile } from './outbound-doors.ts'

describeHostile(hostileHosts(), () => Object.keys(hostileNames))
