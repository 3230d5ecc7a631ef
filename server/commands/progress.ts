/**
 * Shows the progress of a long command: on a terminal a bar, redrawn at most ten times a second; elsewhere a line every ten
 * seconds. `total` is null when it is unknown; the bar and the remaining time then need the share in `advanceTo`.
 */
export function startProgress({ total, unit, stream = process.stderr }: ProgressOptions): Progress {
  const startedAt = performance.now()
  const interval = stream.isTTY ? 100 : 10_000
  let shownAt = stream.isTTY ? -Infinity : startedAt
  let done = 0
  let share = total === null ? null : divide(done, total)

  const show = (now: number) => {
    shownAt = now
    const count = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`
    const seconds = (now - startedAt) / 1000
    const rate = formatCount(Math.round(seconds > 0 ? done / seconds : 0))
    const text = describe(`${count} ${unit}, ${rate}/s`, share, seconds)
    if (!stream.isTTY) stream.write(`${text}\n`)
    else stream.write(`\r${drawBar(share)}${text}`.slice(0, stream.columns || 80) + clearToEnd)
  }
  return {
    advanceTo(next, shareDone) {
      done = next
      share = total === null ? (shareDone ?? null) : divide(done, total)
      const now = performance.now()
      if (now - shownAt >= interval) show(now)
    },
    finish() {
      show(performance.now())
      if (stream.isTTY) stream.write('\n')
    },
  }
}

/** A duration as text for people: `9 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${formatCount(hours)} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}

/** A number as text for people: `1,234,567`. */
export function formatCount(count: number): string {
  return countFormat.format(count)
}

function drawBar(share: number | null): string {
  if (share === null) return ''
  const filled = Math.round(share * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] `
}

function describe(counts: string, share: number | null, seconds: number): string {
  if (share === null) return counts
  const left = share > 0 && share < 1 ? `, ${formatDuration((seconds * (1 - share)) / share)} left` : ''
  return `${Math.floor(share * 100)} %, ${counts}${left}`
}

/** The done share from 0 to 1. A total is counted before the work, so more than the total may be done. */
function divide(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(done / total, 1)
}

const barWidth = 24

/** Clears the rest of a longer line that was drawn before. */
const clearToEnd = '\u001b[K'

const countFormat = new Intl.NumberFormat('en')

export interface Progress {
  /** `done` is the number of all units so far; `share`, from 0 to 1, is the done share when `total` is null. */
  advanceTo(done: number, share?: number | null): void
  finish(): void
}

export interface ProgressOptions {
  total: number | null
  /** The counted things, in the plural. */
  unit: string
  /** Default: standard error, so that standard output can be piped. */
  stream?: { isTTY?: boolean; columns?: number; write(text: string): unknown }
}
