import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'

/** A connection that has sent this and reads nothing by itself. */
export async function sendUnread(baseUrl: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Until the other side has ended a connection: it says so only when somebody writes to it. */
export async function untilEnded(socket: Socket): Promise<void> {
  const isEnded = () => {
    if (!socket.destroyed) socket.write('\r\n')
    return socket.destroyed
  }
  await vi.waitUntil(isEnded, { timeout: 60_000, interval: 250 })
}
