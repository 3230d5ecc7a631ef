import { expect } from 'vitest'
import { asObject } from '../../contract/json.ts'
import type { RequestOptions, TestResponse, TestService } from './service.ts'

/**
 * Expects that a caller of the instance `other` gets the same answer for a resource of `acme` as for a missing one.
 * `resource` is the path inside the instance, with the action if any: `users/42`, `integrations/42/test`.
 */
export async function expectForeignLooksMissing(
  service: TestService,
  resource: string,
  code: string,
  options: RequestOptions = {},
): Promise<void> {
  const Authorization = `Bearer ${await service.token('Administrator', { instances: ['other'] })}`
  const send = (path: string) =>
    service.request(`/instances/other/${path}`, {
      ...options,
      headers: { ...options.headers, Authorization },
    })
  const missing = await send(resource.replace(/\/[^/]+/, '/nobody'))
  expect(missing).toMatchObject({ status: 404, json: { code } })
  expect(comparable(await send(resource))).toEqual(comparable(missing))
}

function comparable({ status, json }: TestResponse) {
  return { status, json: { ...asObject(json), instance: '', requestId: '' } }
}
