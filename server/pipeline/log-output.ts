import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type DestinationStream } from 'pino'
import { PinoPretty } from 'pino-pretty'

export interface LogOutput {
  stream: DestinationStream
  /** Waits a second at most for what is left to be read. */
  close(): Promise<void>
}

/** Standard output: a JSON object a line, or a line of words for people at a terminal. */
export function openLogOutput({ forPeople }: { forPeople: boolean }): LogOutput {
  return forPeople ? openForPeople() : openForMachines()
}

function openForPeople(): LogOutput {
  const stream = PinoPretty({
    destination: 1,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'operationId', ...saidInWords].join(),
    messageFormat: writeMessage,
  })
  return { stream, close: async () => {} }
}

/** The line of a request says what was asked and answered; `requestId` stays beside it, to look for. */
function writeMessage(line: Record<string, unknown>, messageKey: string): string {
  const [method, path, status, durationMs] = saidInWords.map((name) => String(line[name]))
  const isRequest = line[messageKey] === 'request'
  return isRequest ? `${method} ${path} ${status} in ${durationMs} ms` : String(line[messageKey])
}

const saidInWords = ['method', 'path', 'status', 'durationMs']

/** Whoever reads it too slowly loses lines beyond 1 MiB, and does not hold the service up. */
function openForMachines(): LogOutput {
  const stream = pino.destination({ dest: 1, maxLength: 1024 * 1024 })
  // Without the limit, the destination would try again at the exit, for as long as it takes: for ever, where the reader has
  // gone (sonic-boom retries whatever the error).
  const close = async () => {
    const flushed = new Promise<void>((resolve) => stream.flush(() => resolve()))
    await Promise.race([flushed, sleep(1000, undefined, { ref: false })])
    stream.flushSync = () => {}
  }
  return { stream, close }
}
