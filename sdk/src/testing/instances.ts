import { answerList } from '../../../contract/rules/list-in-memory.ts'
import { roles } from '../../../contract/rules/roles.ts'
import type { ServiceOperation } from './operation.ts'

/** Every caller of the test server may do everything in every instance. */
export const listInstances: ServiceOperation<'listInstances'> = ({ query }, instances) => {
  const items = [...instances].map(([id, { name }]) => ({ id, name, status: 'active' as const, roles: [...roles] }))
  return answerList({ scope: ['instances', 'test'], items, idOf: ({ id }) => id }, query)
}
