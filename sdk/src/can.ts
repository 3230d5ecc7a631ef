import type { ErrorCodes, Me } from './operations.gen.ts'
import { table } from './table.gen.ts'

/**
 * Whether the caller's roles open a method: a user interface hides the others. It is the service that decides, at each call:
 * roles may have changed since.
 * @example
 * const me = await acme.me()
 * if (can(me, 'agents.update')) showEditButton()
 */
export function can({ operations }: Pick<Me, 'operations'>, method: keyof ErrorCodes): boolean {
  return operations.includes(table[method]?.id ?? '')
}
