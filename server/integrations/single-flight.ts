/**
 * Calls `run` unless a call with the same key is still running. The callers of that key then share its result or its error.
 */
export type SingleFlight<Result> = (key: string, run: () => Promise<Result>) => Promise<Result>

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, run) => {
    const shared = running.get(key)
    if (shared) return shared
    const started = run().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
