import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'

/** Opens a connection, sends `text`, and reads nothing. */
export async function sendUnread(baseUrl: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Waits until the other side has ended the connection. Only a write reveals that, because nothing is read. */
export async function untilEnded(socket: Socket): Promise<void> {
  const isEnded = () => {
    if (!socket.destroyed) socket.write('\r\n')
    return socket.destroyed
  }
  await vi.waitUntil(isEnded, { timeout: 60_000, interval: 250 })
}
