import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

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
  await until(() => {
    if (socket.destroyed) return
    socket.write('\r\n')
    throw new Error('The connection has not ended.')
  })
}
