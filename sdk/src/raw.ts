import createOpenApiClient, { type Client as RawClient } from 'openapi-fetch'
import type { paths } from '../../spec/gen/openapi.gen.ts'
import type { Client } from './client.ts'
import { lists } from './perform.ts'

/**
 * Creates a client of openapi-fetch: every path, header and status of the contract, through the token, hooks, retries and
 * timeouts of `client`. This client does not check ids, adds no Idempotency-Key to a POST, and returns errors as values. A
 * successful answer that is no JSON, such as a page of a proxy, rejects with the SyntaxError of `JSON.parse`.
 * @example
 * const { data, response } = await createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
 *   params: { path: { instanceId, agentId }, header: { 'If-None-Match': version } },
 * })
 */
export function createRawClient(client: Client): RawClient<paths> {
  const { baseUrl } = client
  return createOpenApiClient<paths>({ baseUrl, fetch: (request) => client.fetch(request), querySerializer: lists })
}
