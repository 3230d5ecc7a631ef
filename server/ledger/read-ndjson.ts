/**
 * Splits NDJSON into arrays of some hundred lines. LF and CRLF end a line; the last line needs no end. `from` is the
 * position of the first chunk: 0, or behind the end of a line. Of a line that is too long, only the beginning is kept in
 * memory.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, from: Position): AsyncGenerator<Line[]> {
  let { byteOffset, line: number } = from
  let held: Buffer[] = []
  let heldBytes = 0

  const hold = (piece: Buffer) => {
    if (heldBytes <= longestLine) held.push(piece)
    heldBytes += piece.length
  }
  const finish = (ending: number): Line => {
    byteOffset += heldBytes + ending
    number += 1
    // Most lines lie within one chunk and are not copied.
    const bytes = withoutMarks(held.length === 1 && held[0] ? held[0] : Buffer.concat(held), number)
    const line = { number, byteOffset, bytes, isTooLong: heldBytes > longestLine }
    held = []
    heldBytes = 0
    return line
  }
  const split = (chunk: Buffer): Line[] => {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      hold(chunk.subarray(start, end))
      lines.push(finish(1))
      start = end + 1
    }
    if (start < chunk.length) hold(chunk.subarray(start))
    return lines
  }

  for await (const chunk of chunks) yield split(chunk)
  if (heldBytes > 0) yield [finish(0)]
}

/** Removes the CR of a CRLF, and the byte order mark with which some programs begin a file. */
function withoutMarks(bytes: Buffer, number: number): Buffer {
  const start = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0
  return bytes.subarray(start, bytes.at(-1) === carriageReturn ? -1 : bytes.length)
}

/** In bytes. The longest entry of the contract has 66,000 bytes, with every letter written as two escapes. */
const longestLine = 131_072

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The position behind a line: its end in bytes and its number, counted from 1. Both are 0 at the beginning. */
export interface Position {
  byteOffset: number
  line: number
}

export interface Line {
  /** The number of the line, counted from 1. */
  number: number
  /** The position of the next line, in bytes. */
  byteOffset: number
  /** The bytes without the line's end. Of a line that is too long, only the beginning. */
  bytes: Buffer
  isTooLong: boolean
}
