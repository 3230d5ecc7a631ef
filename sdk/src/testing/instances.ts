import { answerList } from '../../../contract/rules/list-in-memory.ts'
import type { Operation, Service } from './operation.ts'

/** The caller has the same roles in every instance. */
export const listInstances: Operation<'listInstances', Service> = ({ query }, { instances, roles }) => {
  const items = [...instances].map(([id, { name }]) => ({ id, name, status: 'active' as const, roles: [...roles] }))
  return answerList({ scope: ['instances', 'test'], items }, query)
}
