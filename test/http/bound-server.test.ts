import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { createBoundServer } from '../../server/http/bound-server.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { endSlowest } from '../../server/http/slow-readers.ts'
import { sendUnread, untilEnded } from '../helpers/unread.ts'
import { until } from '../helpers/until.ts'

/** What every listener is built of: one answer at a time for each connection, and a bound on all that waits to be read. */
const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})

async function start(serve: (path: string, response: ServerResponse) => void, timeoutMs = 600_000) {
  const server = createBoundServer({ slowReaderTimeoutMs: timeoutMs }, ({ url = '' }, response) => serve(url, response))
  const port = await listen(server, 0, '127.0.0.1')
  open.push({ [Symbol.asyncDispose]: () => drain(server, 0) })
  return { server, baseUrl: `http://127.0.0.1:${port}` }
}

async function send(baseUrl: string, text: string): Promise<Socket> {
  const socket = await sendUnread(baseUrl, text)
  open.push({ [Symbol.asyncDispose]: () => Promise.resolve(void socket.destroy()) })
  return socket
}

function requests(count: number): string {
  return Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: service\r\n\r\n`).join('')
}

describe('requests that are sent at once', () => {
  test('are answered one after the other, in their order', async () => {
    const running: string[] = []
    const held: ServerResponse[] = []
    const { baseUrl } = await start((path, response) => {
      running.push(path)
      held.push(response)
    })
    const socket = await send(baseUrl, requests(5))
    let text = ''
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .resume()
    for (let at = 0; at < 5; at++) {
      await untilTrue(() => held.length === at + 1)
      expect(running.at(-1)).toBe(`/${at}`)
      held[at]?.end(`answer ${at}`)
    }
    await untilTrue(() => text.includes('answer 4'))
    expect(text.match(/answer \d/g)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3', 'answer 4'])
  })

  test('with bodies, over several packets, are answered like others', async () => {
    const bodies: string[] = []
    const server = createBoundServer({ slowReaderTimeoutMs: 600_000 }, (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      request.on('end', () => {
        bodies.push(body)
        response.end(body)
      })
    })
    const port = await listen(server, 0, '127.0.0.1')
    open.push({ [Symbol.asyncDispose]: () => drain(server, 0) })
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.resume()
    const wanted = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(5000))
    for (const body of wanted)
      socket.write(`POST / HTTP/1.1\r\nHost: service\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await untilTrue(() => bodies.length === 20)
    expect(bodies).toEqual(wanted)
    socket.destroy()
  })

  test('are not served behind the last answer, which reaches a client that sends its whole body first', async () => {
    const served: string[] = []
    const server = createBoundServer({ slowReaderTimeoutMs: 600_000 }, ({ url = '' }, response) => {
      served.push(url)
      response.writeHead(413, { Connection: 'close' }).end('too large')
    })
    const port = await listen(server, 0, '127.0.0.1')
    open.push({ [Symbol.asyncDispose]: () => drain(server, 0) })
    const socket = connect(port, '127.0.0.1')
    open.push({ [Symbol.asyncDispose]: () => Promise.resolve(void socket.destroy()) })
    const body = Buffer.alloc(16 * 1024 * 1024, 'x')
    socket.write(`POST /large HTTP/1.1\r\nHost: service\r\nContent-Length: ${body.length}\r\n\r\n`)
    await promisify((done: (error?: Error | null) => void) => socket.write(body, done))()
    socket.write(requests(1))
    expect(await readText(socket)).toMatch(/^HTTP\/1.1 413 [^]*too large/)
    expect(served).toEqual(['/large'])
  })

  test('end the connection when more than 32 of them wait', async () => {
    let served = 0
    const { baseUrl } = await start(() => void served++)
    await untilEnded(await send(baseUrl, requests(34)))
    expect(served).toBe(1)
  })

  test('are forgotten with their connection', async () => {
    const held: ServerResponse[] = []
    const { baseUrl, server } = await start((_path, response) => void held.push(response))
    const socket = await send(baseUrl, requests(10))
    await untilTrue(() => held.length === 1)
    socket.destroy()
    await untilTrue(async () => {
      for (const response of held) response.end('x')
      return (await countConnections(server)) === 0
    })
  })
})

describe('answers that nobody reads', () => {
  test('go when they are too many together', async () => {
    // All together have 128 MiB, and the bound is 64. The system takes some MiB of each.
    const { server, baseUrl } = await start((_path, response) => void response.end(Buffer.alloc(16 * 1024 * 1024)))
    let ended = 0
    server.on('connection', (socket: Socket) => socket.once('close', () => (ended += 1)))
    for (let at = 0; at < 8; at++) await send(baseUrl, requests(1))
    await untilTrue(() => ended >= 2)
  })

  test('go until the others are within the bound, those of the slowest clients first', () => {
    const gone: string[] = []
    const client = (name: string, takenBytes: number, waitingBytes: number) =>
      [
        { writableLength: waitingBytes, bytesWritten: takenBytes + waitingBytes, destroy: () => gone.push(name) },
        { since: -10_000, takenBefore: 0 },
      ] as const
    const clients = [
      client('fast', 900, 40),
      client('slow', 10, 30),
      client('slowest', 0, 30),
      client('faster', 950, 40),
    ]
    endSlowest(new Map(clients), 100)
    expect(gone).toEqual(['slowest', 'slow'])
    endSlowest(new Map(clients), 140)
    expect(gone).toHaveLength(2)
  })
})

test('connections are bounded', async () => {
  const { server } = await start((_path, response) => void response.end())
  expect(server.maxConnections).toBe(4000)
})

test('a server that stops waits for who was asking, not for who never has', async () => {
  const held: ServerResponse[] = []
  const { baseUrl, server } = await start((_path, response) => void held.push(response))
  const silent = await send(baseUrl, '')
  const asking = await send(baseUrl, requests(1))
  await untilTrue(() => held.length === 1)
  const stopped = drain(server, 600_000)
  await once(silent.resume(), 'close')
  expect(asking.resume().closed).toBe(false)
  held[0]?.end()
  await stopped
})

/** The same for a condition. */
function untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
  return until(async () => expect(await condition()).toBe(true))
}

async function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
