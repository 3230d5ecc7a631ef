import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type DestinationStream } from 'pino'

export interface LogOutput {
  stream: DestinationStream
  /** Closes the output. Waits at most a second for the reader to take the remaining lines. */
  close(): Promise<void>
}

/** Writes the log to standard output: one JSON object a line, or one readable line for people at a terminal. */
export async function openLogOutput({ forPeople }: { forPeople: boolean }): Promise<LogOutput> {
  return forPeople ? openForPeople() : openForMachines()
}

async function openForPeople(): Promise<LogOutput> {
  // Imported only here, because a server in production starts faster without it.
  const { PinoPretty } = await import('pino-pretty')
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

/**
 * The text of a log line. For a request it names method, path, status and time; `requestId` stays a field, to search for.
 */
function writeMessage(line: Record<string, unknown>, messageKey: string): string {
  const [method, path, status, durationMs] = saidInWords.map((name) => String(line[name]))
  const isRequest = line[messageKey] === 'request'
  return isRequest ? `${method} ${path} ${status} in ${durationMs} ms` : String(line[messageKey])
}

const saidInWords = ['method', 'path', 'status', 'durationMs']

/**
 * Lines are written together, after a tenth of a second at the latest. Never waits for a slow reader: beyond 1 MiB of waiting
 * lines, further lines are lost.
 */
function openForMachines(): LogOutput {
  const stream = pino.destination({ dest: 1, maxLength: 1024 * 1024, minLength: 4096, periodicFlush: 100 })
  // At the exit, the destination retries without a limit, which is for ever when the reader has gone (sonic-boom retries
  // after every error). So the wait is limited here.
  const close = async () => {
    const flush = () => new Promise<void>((resolve) => stream.flush(() => resolve()))
    // Twice, because while lines are written the first one waits only for these.
    await Promise.race([flush().then(flush), sleep(1000, undefined, { ref: false })])
    stream.flushSync = () => {}
  }
  return { stream, close }
}
