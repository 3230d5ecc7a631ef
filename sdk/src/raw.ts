import createOpenApiClient, { type Client as RawClient } from 'openapi-fetch'
import type { paths } from '../../spec/openapi.gen.ts'
import type { Client } from './client.ts'

/**
 * The door to openapi-fetch: every path, header and status of the contract, through the client's token, hooks, retries
 * and timeouts. Ids are not checked here, a POST has the Idempotency-Key that you give it, and errors are values. A good
 * answer that is no JSON, such as a page of a proxy, rejects with the SyntaxError of `JSON.parse`.
 * @example
 * const { data, response } = await createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
 *   params: { path: { instanceId, agentId }, header: { 'If-None-Match': version } },
 * })
 */
export function createRawClient(client: Client): RawClient<paths> {
  return createOpenApiClient<paths>({ baseUrl: client.baseUrl, fetch: (request) => client.fetch(request) })
}
