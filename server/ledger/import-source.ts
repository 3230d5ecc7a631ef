import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open as openFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { explainFileError } from './file-error.ts'

/** A file, or standard input for `-`. Throws a FileError when it cannot be read. */
export async function openImportSource(path: string, signal: AbortSignal): Promise<ImportSource> {
  if (path === '-') return streamSource(() => process.stdin, 'standard input', signal)
  try {
    const named = await nameFile(path)
    return named ? fileSource(path, named, signal) : streamSource(() => createReadStream(path), path, signal)
  } catch (error) {
    throw explainFileError(error, `read ${path}`)
  }
}

function fileSource(path: string, { name, size }: NamedFile, signal: AbortSignal): ImportSource {
  return {
    name,
    size,
    async *read(from) {
      if (from >= size) return
      // What is appended meanwhile may be half a line.
      const range = { start: from, end: size - 1, highWaterMark: CHUNK_BYTES }
      yield* readChunks(createReadStream(path, range), path, signal)
    },
    hasChanged: async () => (await nameFile(path).catch(() => null))?.name !== name,
  }
}

/** Standard input and pipes: what was read is gone. */
function streamSource(open: () => Readable, name: string, signal: AbortSignal): ImportSource {
  return {
    name: null,
    size: null,
    read: () => readChunks(open(), name, signal),
    hasChanged: () => Promise.resolve(false),
  }
}

async function* readChunks(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(signal, stream)
  } catch (error) {
    if (!signal.aborted) throw explainFileError(error, `read ${name}`)
  }
}

/**
 * By name, size, time of the last change and the hash of the first 64 KiB: another file with the name of one that was
 * imported is not taken for it. A file that was only touched is imported once more, which changes nothing. Null for
 * what is no file.
 */
async function nameFile(path: string): Promise<NamedFile | null> {
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory()) return null
  const file = await openFile(path)
  try {
    // Of a directory, this is what fails.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HASHED_BYTES), 0, HASHED_BYTES, 0)
    const hash = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex').slice(0, 32)
    const { size, mtimeMs } = await file.stat()
    return { name: `${basename(path)} ${size} ${mtimeMs} ${hash}`, size }
  } finally {
    await file.close()
  }
}

const HASHED_BYTES = 65_536

const CHUNK_BYTES = 262_144

export interface ImportSource {
  /** Tells the file from others, also when it was moved; null for what can be read only once. */
  name: string | null
  /** In bytes; null when it is not known. */
  size: number | null
  /** The bytes from `from` on, which is 0 for what can be read only once. Ends when the signal is aborted. */
  read(from: number): AsyncIterable<Buffer>
  /** Since it was opened. */
  hasChanged(): Promise<boolean>
}

interface NamedFile {
  name: string
  size: number
}
