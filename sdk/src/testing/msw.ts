/** The public interface of `@instance-admin/sdk/testing/msw`. */
import { http, HttpResponse, type HttpHandler } from 'msw'
import type { TestServer } from './server.ts'

/**
 * Handlers for Mock Service Worker 2, so that an app with its own `fetch` gets the answers of the test server. `baseUrl` is
 * that of the app's client; default: any address below which there is `/instances`. Where the test server was told to fail,
 * the app gets a network error.
 * @example
 * setupWorker(...handlers(createTestServer({ world: seedWorld() }))).start()
 */
export function handlers(server: Pick<TestServer, 'fetch'>, baseUrl = '*'): HttpHandler[] {
  return ['/instances', '/instances/*'].map((path) =>
    http.all(`${baseUrl}${path}`, ({ request }) => server.fetch(request).catch(() => HttpResponse.error())),
  )
}
