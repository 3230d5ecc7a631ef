import { createServer, connect as connectTo, type Socket } from 'node:net'

/** Stands between pool and server, to break connections in ways that a server does not. */
export async function startProxy(target: string) {
  const { port } = new URL(target)
  const pairs: [Socket, Socket][] = []
  const server = createServer((client) => {
    const upstream = connectTo(Number(port), '127.0.0.1')
    pairs.push([client, upstream])
    client.pipe(upstream).on('error', () => {})
    upstream.pipe(client).on('error', () => {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(target)
  url.port = String(address.port)
  return {
    url: url.href,
    freezeAll: () =>
      pairs.splice(0).forEach(([client, upstream]) => [client.unpipe(upstream), upstream.unpipe(client)]),
    cutAll: () => pairs.splice(0).forEach((pair) => pair.forEach((socket) => socket.destroy())),
    close: () => {
      pairs.flat().forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
