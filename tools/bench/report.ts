import type { LoadResult } from './load.ts'

/** With the processor time that the server took for a request, in microseconds. */
export interface Measured extends LoadResult {
  processor: number
}

/** A table of all servers; ratios are to the second server. */
export function writeRounds(title: string, names: readonly string[], rounds: readonly Measured[][]): string {
  const head = ['', 'requests/s', 'of fastify', 'processor us', 'p50 ms', 'p99 ms', 'p99 ratio']
  const lines = names.map((name, at) => {
    const own = rounds.flatMap((round) => round[at] ?? [])
    const ratios = rounds.map((round) => (round[at]?.perSecond ?? NaN) / (round[1]?.perSecond ?? NaN))
    const p99s = rounds.map((round) => (round[at]?.p99 ?? NaN) / (round[1]?.p99 ?? NaN))
    const medianOf = (value: (round: Measured) => number) => median(own.map(value))
    return [
      name,
      medianOf(({ perSecond }) => perSecond).toFixed(0),
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`,
      medianOf(({ processor }) => processor).toFixed(0),
      medianOf(({ p50 }) => p50).toFixed(2),
      medianOf(({ p99 }) => p99).toFixed(2),
      median(p99s).toFixed(2),
    ]
  })
  return writeTable(title, [head, ...lines])
}

/** Rows of cells under a title. */
export function writeTable(title: string, rows: readonly (readonly string[])[]): string {
  const write = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(28) : cell.padStart(18))).join('')
  return [`\n${title}`, ...rows.map(write)].join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
