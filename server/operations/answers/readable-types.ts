import { mayCall } from '../../../contract/rules/roles.ts'
import type { Context } from '../../contract/operation.ts'

/** The types of resources whose changes the caller may see. */
export function readableTypes({ operations, access }: Pick<Context, 'operations' | 'access'>): string[] {
  return operations.flatMap((operation) => {
    const { readsChangesOf: type } = operation
    return type !== null && mayCall(operation, access.roles) ? [type] : []
  })
}
