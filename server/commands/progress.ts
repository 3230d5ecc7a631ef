/**
 * Shows how far a long command is: on a terminal a bar that is redrawn at most ten times a second, elsewhere a line
 * every ten seconds. `total` is null when it is not known: then there is neither a bar nor a remaining time.
 */
export function startProgress({ total, unit, stream = process.stderr }: ProgressOptions): Progress {
  const startedAt = performance.now()
  const interval = stream.isTTY ? 100 : 10_000
  let shownAt = stream.isTTY ? -Infinity : startedAt
  let done = 0

  const show = (now: number) => {
    shownAt = now
    const state = { done, total, unit, seconds: (now - startedAt) / 1000 }
    if (!stream.isTTY) stream.write(`${describe(state)}\n`)
    else stream.write(`\r${drawBar(state)}${describe(state)}`.slice(0, stream.columns || 80) + CLEAR_TO_END)
  }
  return {
    advanceTo(next) {
      done = next
      const now = performance.now()
      if (now - shownAt >= interval) show(now)
    },
    finish() {
      show(performance.now())
      if (stream.isTTY) stream.write('\n')
    },
  }
}

/** For people: `9 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${formatCount(hours)} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}

/** For people: `1,234,567`. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

function drawBar({ done, total }: State): string {
  if (total === null) return ''
  const filled = Math.round(share(done, total) * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] `
}

function describe({ done, total, unit, seconds }: State): string {
  const rate = seconds > 0 ? done / seconds : 0
  const parts = [`${formatCount(Math.round(rate))}/s`]
  if (total === null) return [`${formatCount(done)} ${unit}`, ...parts].join(', ')
  if (rate > 0 && done < total) parts.push(`${formatDuration((total - done) / rate)} left`)
  const percent = Math.floor(share(done, total) * 100)
  return [`${percent} %`, `${formatCount(done)} of ${formatCount(total)} ${unit}`, ...parts].join(', ')
}

/** From 0 to 1: a total is counted before the work, and may have grown. */
function share(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(done / total, 1)
}

const BAR_WIDTH = 24

/** What is left on the line of what was drawn before. */
const CLEAR_TO_END = '\u001b[K'

const COUNT = new Intl.NumberFormat('en')

export interface Progress {
  /** `done` is the number of all units so far. */
  advanceTo(done: number): void
  /** Shows the end. */
  finish(): void
}

export interface ProgressOptions {
  total: number | null
  /** What is counted, in the plural. */
  unit: string
  /** Default: standard error, so that standard output can be piped. */
  stream?: { isTTY?: boolean; columns?: number; write(text: string): unknown }
}

interface State {
  done: number
  total: number | null
  unit: string
  seconds: number
}
