import { roles } from '../../contract/rules/roles.ts'
import { describeIsolation, type IsolationCase } from '../helpers/isolation-of-instances.ts'

const instances = ['acme', 'other'] as const
const kinds = ['shared', 'own'] as const

describeIsolation(
  instances.flatMap((here) => kinds.flatMap((kind) => roles.map((role): IsolationCase => [here, kind, role]))),
)
