import { once } from 'node:events'
import type { Server } from 'node:http'

/** Ends a server at once, with the requests that it has not answered. */
export async function endServer(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
