import type { Integration } from '../../sdk/src/index.ts'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeAll, expect, vi } from 'vitest'
import { asObject } from '../../contract/json.ts'
import type { Lookup } from '../../server/integrations/outbound/guard.ts'
import { integrations } from '../helpers/data/integrations.ts'
import { trigger } from '../helpers/schedules.ts'
import type { TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

/** In this test file, Slack and others answer as the functions below say. */
export function answerForVendors(): void {
  interceptVendors()
  afterEach(() => nock.cleanAll())
}

/**
 * In this test file, workers of services that start from here on look for jobs whenever a function below waits for one, and
 * not only when their time has come, which is twice a second at most. Files that do not call this prove that it comes.
 */
export function wakeWorkers(): void {
  beforeAll(() => {
    const work: unknown = Reflect.get(PgBoss.prototype, 'work')
    if (typeof work !== 'function') throw new Error('pg-boss has no workers.')
    const spy = vi.spyOn(PgBoss.prototype, 'work')
    spy.mockImplementation(async function (this: PgBoss, ...of: unknown[]) {
      const worker = String(await Reflect.apply(work, this, of))
      wakes.push(() => this.notifyWorker(worker))
      return worker
    })
    return () => {
      wakes.length = 0
      spy.mockRestore()
    }
  })
}

const wakes: (() => void)[] = []
const wake = () => wakes.forEach((wakeOne) => wakeOne())

export const lookup: Lookup = () => Promise.resolve(['93.184.215.14'])
export const jobTimings = { pollSeconds: 0.5, schedulePollSeconds: 0.5 }
export const accepted = [200, { ok: true }] as const
export const refused = [200, { ok: false, error: 'invalid_auth' }] as const

/** What Slack answers from now on, and the tokens that it was asked with. */
export function slackAnswers(answer: () => Answer | Promise<Answer>): string[] {
  nock.cleanAll()
  const tokens: string[] = []
  nock('https://slack.com')
    .persist()
    .post('/api/auth.test')
    .reply(function () {
      tokens.push(String(this.req.headers['authorization']).replace('Bearer ', ''))
      return answer()
    })
  return tokens
}

/** Slack keeps everybody waiting until it is told to let go. */
export function slackHolds() {
  const gate = createGate()
  let running = 0
  let most = 0
  slackAnswers(async () => {
    most = Math.max(most, ++running)
    await gate.opened
    running--
    return accepted
  })
  return { running: () => running, most: () => most, letGo: gate.open }
}

export type Answer = readonly [number, object | string]

const rateLimited = 'secret-rate-limit'

/** Answers that say nothing about the credentials, each for the integration with this token. */
export const transient: Record<string, () => Answer | Promise<Answer>> = {
  [rateLimited]: () => [429, 'later'],
  'secret-failure': () => [503, 'sorry'],
  'secret-connection': () => Promise.reject(new Error('read ECONNRESET')),
  'secret-redirect': () => [302, ''],
}

/** Those that count as failures. */
export const failing = Object.fromEntries(Object.entries(transient).filter(([token]) => token !== rateLimited))

/** A promise that the test settles, for vendors that keep a check waiting. */
export function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

export async function untilStatus(service: TestService, id: string, status: Integration['status']) {
  await until(async () => {
    wake()
    expect(await rowOf(service, id)).toMatchObject({ status })
  })
  return (await integrations(service).read(id)).body
}

export async function rowOf({ db }: Pick<TestService, 'db'>, id: string) {
  const row: unknown = await db('integrations').where({ id }).first('*')
  return asObject(row)
}

/** Checks that wait or run. */
export async function pendingJobs({ db }: Pick<TestService, 'db'>): Promise<number> {
  const rows: unknown[] = await db('pgboss.job').where({ name: 'background-checks' }).whereRaw(`state <= 'active'`)
  return rows.length
}

/** One scheduled check of each, from due to done. */
export async function recheck(service: TestService, ...ids: string[]): Promise<void> {
  await makeDue(service, ...ids)
  await until(async () => {
    const due: unknown[] = await service
      .db('integrations')
      .whereIn('id', ids)
      .where('next_check_at', '<=', service.db.fn.now())
    if (due.length > 0) await trigger(service.db, 'enqueue-due-checks')
    wake()
    expect(due).toEqual([])
    expect(await pendingJobs(service)).toBe(0)
  })
}

export async function makeDue({ db }: TestService, ...ids: string[]): Promise<void> {
  await db('integrations')
    .whereIn('id', ids)
    .update({ next_check_at: db.raw(`now() - interval '1 s'`) })
}

/** The milliseconds from the last check of an integration to the next, which one statement writes. */
export async function waitOf(service: TestService, id: string): Promise<number> {
  const { next_check_at, last_health_check } = await rowOf(service, id)
  return Date.parse(String(next_check_at)) - Date.parse(String(last_health_check))
}

/** What a new integration, which works at first, is after each scheduled check; each check leaves its time. */
export async function statusesAfterChecks(
  service: TestService,
  answers: readonly (() => Answer | Promise<Answer>)[],
): Promise<{ id: string; statuses: string[] }> {
  slackAnswers(() => accepted)
  const { create, read } = integrations(service)
  const { id } = (await create()).body
  let before = await untilStatus(service, id, 'active')
  const statuses: string[] = []
  for (const answer of answers) {
    slackAnswers(answer)
    await recheck(service, id)
    const { body: now } = await read(id)
    expect(now.lastHealthCheck).not.toBe(before.lastHealthCheck)
    statuses.push(`${now.status} ${now.isHealthy} ${now.consecutiveFailures}`)
    before = now
  }
  return { id, statuses }
}
