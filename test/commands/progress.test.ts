import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatDuration, startProgress } from '../../server/commands/progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function collect(properties: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = []
  return { written, stream: { ...properties, write: (text: string) => written.push(text) } }
}

describe('on a terminal', () => {
  test('a bar is redrawn in place, with rate and remaining time', () => {
    const { written, stream } = collect({ isTTY: true, columns: 120 })
    const progress = startProgress({ total: 2000, unit: 'rows', stream })
    vi.advanceTimersByTime(2000)
    progress.advanceTo(500)
    expect(written).toEqual(['\r[######------------------] 25 %, 500 of 2,000 rows, 250/s, 6 s left\u001b[K'])
  })

  test('it is redrawn at most ten times a second', () => {
    const { written, stream } = collect({ isTTY: true, columns: 120 })
    const progress = startProgress({ total: 1000, unit: 'rows', stream })
    for (let done = 1; done <= 1000; done += 1) {
      vi.advanceTimersByTime(1)
      progress.advanceTo(done)
    }
    expect(written).toHaveLength(10)
  })

  test('it ends complete, and on a line of its own', () => {
    const { written, stream } = collect({ isTTY: true, columns: 120 })
    const progress = startProgress({ total: 10, unit: 'rows', stream })
    vi.advanceTimersByTime(1000)
    progress.advanceTo(10)
    progress.finish()
    expect(written.slice(-2)).toEqual(['\r[########################] 100 %, 10 of 10 rows, 10/s\u001b[K', '\n'])
  })

  test('it never fills a line to its end, which would begin another', () => {
    const { written, stream } = collect({ isTTY: true, columns: 30 })
    startProgress({ total: 10, unit: 'rows', stream }).finish()
    expect(written[0]?.replace('\r', '').replace('\u001b[K', '')).toHaveLength(29)
  })
})

test('a terminal that does not know its width has 80 columns', () => {
  const { written, stream } = collect({ isTTY: true, columns: 0 })
  startProgress({ total: 10, unit: 'rows', stream }).finish()
  expect(written[0]).toContain('0 of 10 rows')
})

describe('elsewhere', () => {
  test('there is a plain line every ten seconds and one at the end', () => {
    const { written, stream } = collect()
    const progress = startProgress({ total: 400, unit: 'rows', stream })
    for (let second = 1; second <= 25; second += 1) {
      vi.advanceTimersByTime(1000)
      progress.advanceTo(second * 4)
    }
    progress.finish()
    expect(written).toEqual([
      '10 %, 40 of 400 rows, 4/s, 1 min 30 s left\n',
      '20 %, 80 of 400 rows, 4/s, 1 min 20 s left\n',
      '25 %, 100 of 400 rows, 4/s, 1 min 15 s left\n',
    ])
  })
})

test('without a total there is a count and a rate', () => {
  const { written, stream } = collect({ isTTY: true, columns: 120 })
  const progress = startProgress({ total: null, unit: 'lines', stream })
  vi.advanceTimersByTime(4000)
  progress.advanceTo(10_000)
  expect(written).toEqual(['\r10,000 lines, 2,500/s\u001b[K'])
})

test('without a total, a share of something else gives a bar and a remaining time', () => {
  const { written, stream } = collect({ isTTY: true, columns: 120 })
  const progress = startProgress({ total: null, unit: 'lines', stream })
  vi.advanceTimersByTime(4000)
  progress.advanceTo(10_000, 0.25)
  expect(written).toEqual(['\r[######------------------] 25 %, 10,000 lines, 2,500/s, 12 s left\u001b[K'])
})

test.each([
  [0, 'nothing to do is complete', '100 %, 0 of 0 rows, 0/s\n'],
  [12, 'more than was counted is complete', '100 %, 12 of 10 rows, 12/s\n'],
])('%i: %s', (done, _what, line) => {
  const { written, stream } = collect()
  const progress = startProgress({ total: Math.min(done, 10), unit: 'rows', stream })
  vi.advanceTimersByTime(1000)
  progress.advanceTo(done)
  progress.finish()
  expect(written).toEqual([line])
})

test.each([
  [0.4, '0 s'],
  [59.6, '1 min 0 s'],
  [3599, '59 min 59 s'],
  [7800, '2 h 10 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
