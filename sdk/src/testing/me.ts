import { isOpenTo } from '../../../contract/rules/roles.ts'
import { contract } from './contract.gen.ts'
import type { Operation } from './operation.ts'

/** Every caller of the test server is the same client. */
export const getMe: Operation<'getMe'> = (_input, { roles }) => ({
  status: 200,
  body: {
    subject: 'test',
    kind: 'client',
    user: null,
    roles: [...roles],
    operations: Object.entries(contract.operations).flatMap(([id, operation]) =>
      isOpenTo(operation, roles) ? [id] : [],
    ),
  },
})
