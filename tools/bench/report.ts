import type { LoadResult } from './load.ts'

/** The result of one server in one round. */
export interface Round extends LoadResult {
  /** Processor time of the server and of the database, for one request. */
  serverMicroseconds: number
  databaseMicroseconds: number
}

/** A table of all servers; ratios are to the second server. */
export function writeRounds(title: string, names: readonly string[], rounds: readonly Round[][]): string {
  const head = ['', 'requests/s', 'of fastify', 'p50 ms', 'p99 ms', 'p99 ratio', 'server us', 'database us']
  const lines = names.map((name, at) => {
    const own = rounds.flatMap((round) => round[at] ?? [])
    const ratios = rounds.map((round) => (round[at]?.perSecond ?? NaN) / (round[1]?.perSecond ?? NaN))
    const p99s = rounds.map((round) => (round[at]?.p99 ?? NaN) / (round[1]?.p99 ?? NaN))
    const medianOf = (value: (round: Round) => number) => median(own.map(value))
    return [
      name,
      medianOf(({ perSecond }) => perSecond).toFixed(0),
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`,
      medianOf(({ p50 }) => p50).toFixed(2),
      medianOf(({ p99 }) => p99).toFixed(2),
      median(p99s).toFixed(2),
      medianOf(({ serverMicroseconds }) => serverMicroseconds).toFixed(0),
      medianOf(({ databaseMicroseconds }) => databaseMicroseconds).toFixed(0),
    ]
  })
  return writeTable(title, [head, ...lines])
}

/** Microseconds per request by package, the most expensive first. */
export function writeProfile(
  title: string,
  servers: readonly { name: string; perRequest: ReadonlyMap<string, number> }[],
): string {
  const packages = new Set(servers.flatMap(({ perRequest }) => [...perRequest.keys()]))
  const most = (name: string) => Math.max(...servers.map(({ perRequest }) => perRequest.get(name) ?? 0))
  const shown = [...packages].filter((name) => most(name) >= 1).toSorted((a, b) => most(b) - most(a))
  const write = (name: string) => [
    name,
    ...servers.map(({ perRequest }) => (perRequest.get(name) ?? 0).toFixed(1)),
  ]
  const sums = servers.map(({ perRequest }) => [...perRequest.values()].reduce((a, b) => a + b, 0).toFixed(0))
  const head = ['us per request', ...servers.map(({ name }) => name)]
  return writeTable(title, [head, ...shown.map(write), ['all', ...sums]])
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
