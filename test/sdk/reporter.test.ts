import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type ExecutionBatch, type Resources } from '../../sdk/src/index.ts'
import { createReporter, type ReporterOptions } from '../../sdk/src/reporter/index.ts'
import { createTestServer, type TestServer } from '../../sdk/src/testing/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { until } from '../helpers/until.ts'

/** What becomes of reports on their way. The test server computes as the service does. */
const model = { id: 'refunds', versions: [{ ...completeInput(), status: 'published' as const }] }
const about = { modelId: 'refunds', title: 'Refund', entityId: 'order-1', relatedEntity: 'Order 1' }
const check = { action: 'checkPolicy', actor: 'AI', cost: 0.5 } as const

let server: TestServer
let acme: Resources
/** Answer the next requests in place of the server. Null is no answer. */
let instead: (((batch: ExecutionBatch) => Response) | null)[]
let batches: ExecutionBatch[]
let atOnce = 0
let mostAtOnce = 0
let dropped: string[]
let close: () => Promise<void>

beforeEach(() => {
  server = createTestServer({ instances: { acme: { twuModels: [model], workLedger: [{ id: 'imported' }] } } })
  ;[instead, batches, dropped, atOnce, mostAtOnce] = [[], [], [], 0, 0]
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/executions')) return server.fetch(request)
    const batch = trust<ExecutionBatch>(await request.clone().json())
    batches.push(batch)
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1))
    await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    const answer = instead.shift()
    if (answer === null) throw new TypeError('fetch failed')
    return answer ? answer(batch) : server.fetch(request)
  }
  acme = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch }).instance('acme')
  // The time of the waits passes only while this process runs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  vi.spyOn(Math, 'random').mockReturnValue(0.05)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
  vi.useRealTimers()
})

function open(options: Partial<ReporterOptions> = {}) {
  const onDropped: ReporterOptions['onDropped'] = ({ id }, { code, errors }) => {
    dropped.push([id, code, ...errors.map(({ pointer }) => pointer)].join(' '))
  }
  const reporter = createReporter(acme, { onDropped, waitMs: 20, ...options })
  close = () => reporter.close()
  const complete = (id: string, given: object = {}) => {
    const execution = reporter.start({ ...about, id, ...given })
    execution.did(check)
    execution.complete()
    return execution
  }
  return { ...reporter, complete }
}

function problem(status: number, code: string, headers: Record<string, string> = {}): () => Response {
  const type = { 'content-type': 'application/problem+json' }
  return () =>
    new Response(JSON.stringify({ status, code, detail: 'No.' }), { status, headers: { ...type, ...headers } })
}

const result = { status: 201, policyStatus: 'compliant', code: null, detail: null, errors: [] } as const

/** As the service where it takes all of them, which costs nothing where a batch is large. */
function takeAll(batch: ExecutionBatch): Response {
  return Response.json({ results: batch.map(({ id }) => ({ ...result, id })) })
}

const ids = (batch: ExecutionBatch | undefined) => batch?.map(({ id }) => id)
const entries = async () => (await acme.workLedger.list({ type: 'TWU', size: 200 })).items
const taken = async () =>
  (await entries())
    .map(({ id }) => id)
    .filter((id) => id !== 'imported')
    .toSorted()

describe('what was done', () => {
  test('is an entry that the service has computed, with the times of each operation', async () => {
    const reporter = open()
    const execution = reporter.start({ ...about, description: 'A small one.' })
    vi.advanceTimersByTime(5)
    execution.did(check)
    vi.advanceTimersByTime(5)
    execution.did({ action: 'payRefund', actor: 'HUMAN', activeTime: 3, cost: 1 })
    execution.fail()
    await reporter.close()
    expect(execution.id).toMatch(/^[\d-]{7,64}$/)
    expect(await acme.workLedger.get(execution.id)).toMatchObject({
      status: 'failed',
      description: 'A small one.',
      cost: 1.5,
      activeTime: 3,
      actors: ['AI', 'HUMAN'],
      outcomes: [{ value: 1.5 }, { value: 1 }],
    })
    const [{ startedAt, operations } = expect.fail()] = batches[0] ?? []
    const [first, second] = operations
    expect([first?.startedAt, second?.startedAt]).toEqual([startedAt, first?.endedAt])
    expect(Date.parse(second?.endedAt ?? '') - Date.parse(startedAt)).toBeGreaterThanOrEqual(10)
  })

  test('keeps the times that are given', async () => {
    const reporter = open()
    const [startedAt, endedAt] = ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:01.000Z']
    const execution = reporter.start({ ...about, startedAt })
    execution.did({ ...check, endedAt })
    execution.did({ ...check, startedAt, endedAt })
    // It ended before the one before: nothing ends before it starts.
    execution.did({ ...check, endedAt: startedAt })
    execution.complete()
    await reporter.close()
    const [report = expect.fail()] = batches[0] ?? []
    expect(report).toMatchObject({
      startedAt,
      operations: [
        { startedAt, endedAt },
        { startedAt, endedAt },
        { startedAt, endedAt: startedAt },
      ],
    })
  })

  test('is sent as it was when it was reported', async () => {
    const reporter = open()
    const attributes = { number: 'A' }
    const execution = reporter.start({ ...about, id: 'changed' })
    execution.did({ ...check, attributes })
    execution.complete()
    attributes.number = 'B'
    await reporter.close()
    expect(batches).toMatchObject([[{ operations: [{ attributes: { number: 'A' } }] }]])
  })

  test('has what was done as it was then, and refuses what is no JSON at once', async () => {
    const reporter = open()
    const execution = reporter.start({ ...about, id: 'one' })
    const attributes: Record<string, number> = { total: 1 }
    execution.did({ ...check, attributes })
    attributes['total'] = 2
    expect(() => execution.did({ ...check, attributes: trust({ total: 1n }) })).toThrow(TypeError)
    expect(() => reporter.start({ ...about, title: trust(1n) })).toThrow(TypeError)
    await reporter.close()
    expect(batches[0]?.[0]?.operations.map((one) => one.attributes)).toEqual([{ total: 1 }])
  })

  test('is no longer changed when it is finished', () => {
    const execution = open().complete('done')
    for (const method of ['did', 'progress', 'complete', 'fail'] as const)
      expect(() => execution[method](check)).toThrow('The execution "done" is finished.')
  })
})

describe('a batch', () => {
  test('has what was reported within the wait', async () => {
    const reporter = open()
    for (const id of ['a', 'b']) reporter.complete(id)
    await until(() => expect(batches).toHaveLength(1))
    reporter.complete('c')
    await until(() => expect(batches.map(ids)).toEqual([['a', 'b'], ['c']]))
  })

  test('has 1,000 reports at most, is sent when it is full, and before the next one', async () => {
    instead = [takeAll, takeAll, takeAll]
    const reporter = open({ waitMs: 3_600_000 })
    for (let at = 0; at < 2500; at += 1) reporter.complete(`e${at}`)
    await until(() => expect(batches.map(({ length }) => length)).toEqual([1000, 1000]))
    await reporter.close()
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect([mostAtOnce, dropped]).toEqual([1, []])
  })

  test('has 4 MiB at most', async () => {
    const reporter = open({ waitMs: 3_600_000 })
    instead = [takeAll, takeAll]
    const relatedEntity = 'é'.repeat(3000)
    for (let at = 0; at < 1000; at += 1) reporter.complete(`e${at}`, { relatedEntity })
    await reporter.close()
    const sizes = batches.map((batch) => Buffer.byteLength(JSON.stringify(batch)))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(Math.max(...sizes)).toBeGreaterThan(2_000_000)
    expect(batches.flat()).toHaveLength(1000)
  })

  test('has an unfinished execution once, in its last state', async () => {
    const reporter = open()
    const execution = reporter.start({ ...about, id: 'long' })
    execution.progress()
    for (let at = 0; at < 3; at += 1) {
      execution.did(check)
      execution.progress()
    }
    await until(() => expect(batches.map((batch) => batch.map(({ operations }) => operations.length))).toEqual([[3]]))
    await until(async () =>
      expect(await acme.workLedger.get('long')).toMatchObject({ status: 'in_progress', cost: 1.5 }),
    )
    execution.complete()
    await reporter.close()
    expect(await acme.workLedger.get('long')).toMatchObject({ status: 'completed', cost: 1.5 })
  })

  test('has the states of an execution in their order where one is sent again', async () => {
    const reporter = open()
    const execution = reporter.start({ ...about, id: 'long' })
    instead = [
      () => {
        execution.complete()
        return problem(503, 'temporarily_unavailable')()
      },
    ]
    execution.did(check)
    execution.progress()
    await until(() => expect(batches).toHaveLength(2))
    await reporter.close()
    expect(batches.map((batch) => batch.map(({ status }) => status))).toEqual([
      ['in_progress'],
      ['in_progress', 'completed'],
    ])
    expect([await taken(), dropped]).toEqual([['long'], []])
  })
})

describe('what is not taken', () => {
  const busy = problem(503, 'temporarily_unavailable')
  const page = (status: number) => () =>
    new Response('<p>A proxy</p>', { status, headers: { 'content-type': 'text/html' } })
  test.each<[string, (typeof instead)[number]]>([
    ['503', busy],
    ['500 of a proxy', page(500)],
    ['a token that is refused', problem(401, 'token_expired')],
    ['no answer', null],
    ['the page of a proxy', page(200)],
    ['the page of a proxy that finds nothing', page(404)],
  ])('is sent again as it is: %s', async (_name, answer) => {
    instead = [answer, answer]
    const reporter = open()
    for (const id of ['a', 'b']) reporter.complete(id)
    await until(async () => expect(await taken()).toEqual(['a', 'b']))
    expect(batches).toEqual([batches[0], batches[0], batches[0]])
    await reporter.close()
    expect(dropped).toEqual([])
  })

  test('is sent again although its answer was lost, and changes nothing', async () => {
    const lost = acme.executions.reportMany.bind(acme.executions)
    let losses = 0
    const reportMany: typeof lost = (body, options) => {
      const call = lost(body, options)
      if ((losses += 1) > 2) return call
      return trust(call.then(() => Promise.reject(new Error('The answer was lost.'))))
    }
    acme = { ...acme, executions: { ...acme.executions, reportMany } }
    const reporter = open()
    reporter.complete('a')
    await reporter.close()
    expect([batches.length, await taken(), dropped]).toEqual([3, ['a'], []])
  })

  test('is sent again after the time that the service asks for', async () => {
    instead = [problem(429, 'rate_limited', { 'retry-after': '1' })]
    const reporter = open()
    reporter.complete('a')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await reporter.close()
    // With a share of 0.05 of 250 ms, which spreads the callers.
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1012.5)
    expect([batches.length, await taken()]).toEqual([2, ['a']])
  })

  test('is sent again alone when there was no time left for it', async () => {
    instead = [
      ([{ id } = expect.fail(), ...left]) => {
        const later = { status: 503, policyStatus: null, code: 'not_taken', detail: 'Again.', errors: [] }
        return Response.json({ results: [{ ...result, id }, ...left.map(({ id }) => ({ ...later, id }))] })
      },
    ]
    const reporter = open()
    for (const id of ['a', 'b', 'c']) reporter.complete(id)
    await until(async () => expect(await taken()).toEqual(['b', 'c']))
    expect([batches.map(ids), dropped]).toEqual([
      [
        ['a', 'b', 'c'],
        ['b', 'c'],
      ],
      [],
    ])
  })

  test('is sent in smaller batches where a proxy takes less', async () => {
    instead = [page(413), page(413), ...Array.from({ length: 20 }, () => takeAll)]
    const reporter = open({ waitMs: 3_600_000 })
    for (let at = 0; at < 1000; at += 1) reporter.complete(`e${at}`)
    await reporter.close()
    expect(batches.slice(0, 3).map(({ length }) => Math.round(length / 10))).toEqual([100, 50, 25])
    expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(1000)
    expect([Math.max(...batches.slice(2).map(({ length }) => length)) < 300, dropped]).toEqual([true, []])
  })
})

describe('dropped is', () => {
  test('what the service refuses for good, and nothing else', async () => {
    const reporter = open()
    reporter.complete('imported')
    reporter.complete('a')
    reporter.complete('missing', { modelId: 'nothing' })
    reporter.complete('summary')
    await reporter.close()
    expect([await taken(), dropped]).toEqual([
      ['a'],
      ['imported execution_id_taken', 'missing twu_model_not_found', 'summary invalid_request /id'],
    ])
  })

  test('what breaks the contract, with its faults; the others of the batch are sent again', async () => {
    const reporter = open()
    reporter.start({ ...about, id: 'nothing-done' }).complete()
    for (let at = 0; at < 30; at += 1) reporter.complete(`e${at}`, at % 10 === 0 ? { title: '', entityId: '' } : {})
    await until(async () => expect(await taken()).toHaveLength(27))
    expect(batches.map(({ length }) => length)).toEqual([31, 27])
    expect(dropped).toEqual([
      'nothing-done invalid_request /operations',
      ...['e0', 'e10', 'e20'].map((id) => `${id} invalid_request /title /entityId`),
    ])
  })

  test('what breaks the contract, with what is wrong with this report and no other', async () => {
    const details: string[] = []
    const reporter = open({ onDropped: ({ id }, { detail }) => details.push(`${id}: ${detail}`) })
    reporter.complete('good')
    reporter.complete('untitled', { title: '' })
    const costly = reporter.start({ ...about, id: 'costly' })
    costly.did({ ...check, cost: -1 })
    costly.complete()
    await reporter.close()
    expect(details).toEqual([
      'untitled: The title must not be empty.',
      'costly: The cost of the first operation must be at least 0.',
    ])
  })

  test('one at which the service fails three times alone, and no other of its batch', async () => {
    const failing = (batch: ExecutionBatch) =>
      batch.some(({ id }) => id === 'c') ? problem(500, 'internal_error')() : takeAll(batch)
    instead = Array.from({ length: 20 }, () => failing)
    const reporter = open()
    for (const id of ['a', 'b', 'c', 'd']) reporter.complete(id)
    await reporter.close()
    expect(batches.map((batch) => ids(batch)?.join(''))).toEqual(['abcd', 'a', 'bcd', 'b', 'cd', 'c', 'c', 'c', 'd'])
    expect(dropped).toEqual(['c internal_error'])
  })

  test('one that has the result 500 three times, while the others are taken', async () => {
    const failed = { status: 500, policyStatus: null, code: 'internal_error', detail: 'No.', errors: [] }
    const failing = (batch: ExecutionBatch) =>
      Response.json({ results: batch.map(({ id }) => ({ ...(id === 'b' ? failed : result), id })) })
    instead = Array.from({ length: 20 }, () => failing)
    const reporter = open()
    for (const id of ['a', 'b', 'c']) reporter.complete(id)
    await reporter.close()
    expect(batches.map((batch) => ids(batch)?.join(''))).toEqual(['abc', 'b', 'b'])
    expect(dropped).toEqual(['b internal_error'])
  })

  test('all where the service refuses the reporter', async () => {
    instead = [problem(403, 'role_missing')]
    const reporter = open()
    for (const id of ['a', 'b']) reporter.complete(id)
    await reporter.close()
    expect([batches.length, dropped]).toEqual([1, ['a role_missing', 'b role_missing']])
  })

  test('one that is too large alone', async () => {
    instead = [page413]
    const reporter = open()
    reporter.complete('a')
    await reporter.close()
    expect(dropped).toEqual(['a unexpected_answer'])
  })

  test('what does not fit into the buffer', async () => {
    instead = [null]
    const reporter = open({ maxBytes: 800, waitMs: 0 })
    for (const id of ['a', 'b', 'c', 'd']) reporter.complete(id)
    await reporter.close()
    expect([await taken(), dropped]).toEqual([
      ['a', 'b'],
      ['c buffer_full', 'd buffer_full'],
    ])
    expect(batches).toHaveLength(2)
  })

  test('what does not fit, with the option that says how much does', async () => {
    const details: string[] = []
    const reporter = open({ maxBytes: 5, onDropped: (_report, { detail }) => details.push(detail) })
    reporter.complete('a')
    await reporter.close()
    expect(details).toEqual(['It does not fit into maxBytes, 5, beside what waits.'])
  })

  test('nothing in a buffer from which everything was sent', async () => {
    const reporter = open({ maxBytes: 800, waitMs: 0 })
    for (let at = 0; at < 10; at += 1) {
      reporter.complete(`e${at}`)
      if (at % 3 === 2) reporter.complete('imported')
      await until(async () => expect(await taken()).toContain(`e${at}`))
    }
    await reporter.close()
    expect(dropped).toEqual(Array<string>(3).fill('imported execution_id_taken'))
  })
})

const page413 = () => new Response('', { status: 413 })

describe('to close', () => {
  test('waits for no other report, and reports what is not finished', async () => {
    const reporter = open({ waitMs: 3_600_000 })
    reporter.start({ ...about, id: 'nothing-done' })
    reporter.start({ ...about, id: 'open' }).did(check)
    reporter.complete('a')
    await reporter.close()
    expect((await entries()).map(({ id, status }) => `${id} ${status}`)).toEqual(
      expect.arrayContaining(['open in_progress', 'a completed']),
    )
    expect([batches.map(ids), dropped]).toEqual([[['a', 'open']], []])
  })

  test('takes as long as is allowed; what is left is dropped, and what comes later', async () => {
    const reporter = open()
    instead = Array<null>(100).fill(null)
    reporter.complete('a')
    const later = reporter.start({ ...about, id: 'later' })
    const closed = reporter.close(150)
    reporter.complete('b')
    await Promise.all([closed, reporter.close()])
    expect(dropped).toEqual(['b closed', 'a closed'])
    later.did(check)
    later.complete()
    await reporter.close()
    expect(dropped).toEqual(['b closed', 'a closed', 'later closed'])
    const sent = batches.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(batches).toHaveLength(sent)
  })

  test('says what was wrong last', async () => {
    instead = Array.from({ length: 100 }, () => problem(401, 'token_expired'))
    const details: string[] = []
    const reporter = open({ onDropped: (_report, { detail }) => details.push(detail) })
    reporter.complete('a')
    await until(() => expect(instead.length).toBeLessThan(99))
    await reporter.close(60)
    expect(details).toEqual([
      'The reporter was closed before the service had answered. Last failure: Instance configuration ' +
        'not available: No.',
    ])
  })

  test('says of what comes later only that it came too late', async () => {
    const details: string[] = []
    const reporter = open({ onDropped: (_report, { detail }) => details.push(detail) })
    const late = reporter.start({ ...about, id: 'late' })
    reporter.complete('untitled', { title: '' })
    await reporter.close()
    late.did(check)
    late.complete()
    await until(() => expect(details).toHaveLength(2))
    expect(details[1]).toBe('The reporter is closed.')
  })

  test('ends a call that has no answer', async () => {
    const silent = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: () => new Promise(() => {}) })
    acme = silent.instance('acme')
    const reporter = open()
    reporter.complete('a')
    await reporter.close(30)
    expect(dropped).toEqual(['a closed'])
  })

  test('happens at the end of a block', async () => {
    {
      await using reporter = createReporter(acme, { onDropped: () => expect.fail(), waitMs: 3_600_000 })
      const execution = reporter.start({ ...about, id: 'a' })
      execution.did(check)
      execution.complete()
    }
    expect(await taken()).toEqual(['a'])
  })
})
