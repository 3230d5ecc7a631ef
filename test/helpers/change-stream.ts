import type { TestService } from './service.ts'

export interface StreamedEvent {
  event: string
  /** The number of the position. */
  id: number
  epoch: string
  data: unknown
}

export interface ChangeStream {
  status: number
  headers: Headers
  /** The next event; null when the stream has ended. */
  next(): Promise<StreamedEvent | null>
  /** The events until the stream ends. */
  rest(): Promise<StreamedEvent[]>
  close(): void
}

/** Follows the changes of an instance, as bytes on a connection. Comments are left out. */
export async function followChanges(
  service: Pick<TestService, 'baseUrl'>,
  token: string,
  {
    instance = 'acme',
    query = '',
    headers = {},
  }: { instance?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<ChangeStream> {
  const leaving = new AbortController()
  const response = await fetch(`${service.baseUrl}/instances/${instance}/changes/stream${query}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  })
  const events = readEvents(response)
  const next = async () => (await events.next()).value ?? null
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const all: StreamedEvent[] = []
      for await (const event of events) all.push(event)
      return all
    },
    close: () => leaving.abort(),
  }
}

async function* readEvents({ body }: Response): AsyncGenerator<StreamedEvent, null> {
  if (!body) return null
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, id, epoch = '', data] = /^event: (\w+)\nid: (\d+)-(\w+)\ndata: (.*)$/.exec(block) ?? []
      const told: unknown = JSON.parse(data ?? '{}')
      if (event !== undefined) yield { event, id: Number(id), epoch, data: told }
      else if (block !== ':') throw new Error(`This is no event: ${block}`)
    }
  }
  return null
}

/** Inserts changes of `acme` that nobody made, and returns the number before the first of them. */
export async function insertChanges(service: TestService, count: number): Promise<number> {
  const { items } = await service.acme().changes.list({ size: 1 })
  const from = items[0]?.sequence ?? 0
  await service.db.raw(
    `insert into changes (instance_id, sequence, kind, resource_type, resource_id, operation, actor_type)
     select 'acme', ${from} + n, 'updated', 'agent', 'a', 'updateAgent', 'service' from generate_series(1, ${count}) n`,
  )
  await service.db.raw(
    `insert into change_heads (instance_id, sequence) values ('acme', ?)
     on conflict (instance_id) do update set sequence = excluded.sequence`,
    [from + count],
  )
  return from
}
