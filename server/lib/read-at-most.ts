/** Reads at most `maxBytes` of a body. `isWhole` is false when there is more, which is not read. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) break
  }
  return { text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'), isWhole: size <= maxBytes }
}
