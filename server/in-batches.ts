/**
 * Deletes until nothing is left, or until a batch has ended after `signal` aborted, and returns how many rows. No statement
 * holds many rows for long.
 */
export async function inBatches(deleteBatch: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let [deleted, found] = [0, 0]
  do {
    found = await deleteBatch(1000)
    deleted += found
  } while (found > 0 && !signal.aborted)
  return deleted
}
