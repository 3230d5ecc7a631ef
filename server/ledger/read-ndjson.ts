/**
 * Splits NDJSON into lines, some hundred at a time. LF and CRLF end a line, the last one needs no end. `from` is where
 * the chunks begin: 0, or behind the end of a line. Of a line that is too long only the beginning is kept, whatever its
 * length.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, from: Position): AsyncGenerator<Line[]> {
  let { byteOffset, line: number } = from
  let held: Buffer[] = []
  let heldBytes = 0

  const hold = (piece: Buffer) => {
    if (heldBytes <= LONGEST_LINE) held.push(piece)
    heldBytes += piece.length
  }
  const finish = (ending: number): Line => {
    byteOffset += heldBytes + ending
    number += 1
    // Most lines lie within a chunk: no copy of them.
    const bytes = withoutMarks(held.length === 1 && held[0] ? held[0] : Buffer.concat(held), number)
    const line = { number, byteOffset, bytes, isTooLong: heldBytes > LONGEST_LINE }
    held = []
    heldBytes = 0
    return line
  }
  const split = (chunk: Buffer): Line[] => {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
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

/** Without the CR of a CRLF, and without the byte order mark that some programs begin a file with. */
function withoutMarks(bytes: Buffer, number: number): Buffer {
  const start = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  return bytes.subarray(start, bytes.at(-1) === CR ? -1 : bytes.length)
}

/** In bytes. An entry that keeps to the contract has 66,000 at most, when each letter is written as two escapes. */
const LONGEST_LINE = 131_072

const LF = 0x0a
const CR = 0x0d
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Behind a line: where it ends and which one it is, counted from 1; zeros at the beginning. */
export interface Position {
  byteOffset: number
  line: number
}

export interface Line {
  /** Counted from 1. */
  number: number
  /** Where the next line begins. */
  byteOffset: number
  /** Without the line's end; more than its beginning is missing when it is too long. */
  bytes: Buffer
  isTooLong: boolean
}
