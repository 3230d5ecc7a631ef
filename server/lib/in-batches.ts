/**
 * Deletes until nothing is left, or until a batch has ended after `signal` aborted, and returns how many rows; `onProgress` is
 * told after each batch. No statement holds many rows for long.
 */
export async function inBatches(
  deleteBatch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
  onProgress?: (deleted: number) => void,
): Promise<number> {
  let deleted = 0
  for (;;) {
    const found = await deleteBatch(1000)
    deleted += found
    onProgress?.(deleted)
    if (found === 0 || signal?.aborted) return deleted
  }
}
