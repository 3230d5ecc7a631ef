import { createReadStream, type Stats } from 'node:fs'
import { open, rm, stat, truncate, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { StringDecoder } from 'node:string_decoder'
import { explainFileError } from './file-error.ts'

/**
 * The file of rejected lines, each written as `{"line": <number>, "reason": <text>, "text": <the line's first 4 KiB>}`. The
 * first rejected line creates the file. Call `continueAfter` before the first `add`. When `add` resolves, its lines are on
 * disk.
 */
export function openRejectedLines(path: string): RejectedLines {
  let file: FileHandle | null = null
  const add = async (lines: readonly RejectedLine[]) => {
    file ??= await open(path, 'a')
    await file.appendFile(lines.map((line) => `${JSON.stringify(toRecord(line))}\n`).join(''))
    if ((await file.stat()).isFile()) await file.datasync()
  }
  const explain = (error: unknown) => {
    throw explainFileError(error, `write ${path}`)
  }
  return {
    isDevice: async () => {
      const found = await stat(path).catch(ignoreMissing).catch(explain)
      return found !== null && isDevice(found)
    },
    continueAfter: (lines) => cutAfter(path, lines).catch(explain),
    add: async (lines) => (lines.length === 0 ? undefined : add(lines).catch(explain)),
    [Symbol.asyncDispose]: async () => file?.close(),
  }
}

async function cutAfter(path: string, lines: number): Promise<'ready' | 'incomplete' | 'foreign'> {
  const found = await stat(path).catch(ignoreMissing)
  if (!found) return lines === 0 ? 'ready' : 'incomplete'
  // A device or a pipe has no lines to keep.
  if (isDevice(found)) return 'ready'
  if (!(await isOurs(path))) return 'foreign'
  const end = await findEndOfLine(path, lines)
  if (end === null) return 'incomplete'
  await (end === 0 ? rm(path) : truncate(path, end))
  return 'ready'
}

function isDevice(found: Stats): boolean {
  return !found.isFile() && !found.isDirectory()
}

/** Whether the file is empty or begins like a file of rejected lines. Any other file must not be overwritten. */
async function isOurs(path: string): Promise<boolean> {
  const first = await buffer(createReadStream(path, { end: firstBytes.length - 1 }))
  return firstBytes.startsWith(first.toString())
}

/** The position behind this number of lines, in bytes; null when the file has fewer lines. */
async function findEndOfLine(path: string, lines: number): Promise<number | null> {
  let [left, passed] = [lines, 0]
  if (left === 0) return 0
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
      left -= 1
      if (left === 0) return passed + at + 1
    }
    passed += chunk.length
  }
  return null
}

function toRecord({ line, reason, bytes }: RejectedLine) {
  // A character that is cut in two is left out.
  return { line, reason, text: new StringDecoder().write(bytes.subarray(0, longestText)) }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

const firstBytes = '{"line":'

const longestText = 4096

const lineFeed = 0x0a

export interface RejectedLines extends AsyncDisposable {
  /** Whether the path is a device or a pipe, which may have other writers. */
  isDevice(): Promise<boolean>
  /**
   * Keeps this number of lines in the file; 0 deletes the file. `incomplete`: the file has fewer lines. `foreign`: the file
   * has other content. In these two cases the file is not changed.
   */
  continueAfter(lines: number): Promise<'ready' | 'incomplete' | 'foreign'>
  add(lines: readonly RejectedLine[]): Promise<void>
}

export interface RejectedLine {
  /** The number of the line, counted from 1. */
  line: number
  reason: string
  bytes: Buffer
}
