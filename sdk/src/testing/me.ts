import { callerRoles } from '../../../contract/rules/roles.ts'
import { contract } from './contract.gen.ts'
import type { Operation } from './operation.ts'

/** Every caller of the test server is the same client, for whom everything is open. */
export const getMe: Operation<'getMe'> = () => ({
  status: 200,
  body: {
    subject: 'test',
    kind: 'client',
    user: null,
    roles: [...callerRoles],
    operations: Object.keys(contract.operations),
  },
})
