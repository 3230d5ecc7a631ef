import { isObject } from '../../contract/json.ts'

/** What failed, by its code or class, such as `23505`, `ECONNREFUSED` or `TypeError`. Messages may repeat input. */
export function errorType(error: unknown): string {
  const code = isObject(error) ? error['code'] : undefined
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : 'unknown'
}
