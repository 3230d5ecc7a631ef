import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open as openFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { explainFileError } from './file-error.ts'

/** Opens a file, or standard input for `-`. Throws a FileError when the source cannot be read. */
export async function openImportSource(path: string, signal: AbortSignal): Promise<ImportSource> {
  if (path === '-') return { name: null, size: null, read: () => readChunks(process.stdin, 'standard input', signal) }
  try {
    const named = await nameFile(path)
    if (named) return fileSource(path, named, signal)
    return { name: null, size: null, read: () => readChunks(createReadStream(path), path, signal) }
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
      // Bytes that are appended during the import may be half a line, so they are not read.
      const range = { start: from, end: size - 1, highWaterMark: chunkBytes }
      yield* readChunks(createReadStream(path, range), path, signal)
    },
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
 * Names a file by name, size, time of the last change and the hash of the first 64 KiB, so that another file of the same
 * name is not taken for it. A file that was only touched is imported again, which changes nothing. Null for pipes and
 * devices.
 */
async function nameFile(path: string): Promise<NamedFile | null> {
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory()) return null
  const file = await openFile(path)
  try {
    // For a directory, this read fails with a clear error.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(hashedBytes), 0, hashedBytes, 0)
    const hash = createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex').slice(0, 32)
    const { size, mtimeMs } = await file.stat()
    return { name: `${basename(path)} ${size} ${mtimeMs} ${hash}`, size }
  } finally {
    await file.close()
  }
}

const hashedBytes = 65_536

const chunkBytes = 262_144

export interface ImportSource {
  /** A name that differs for different files and survives a move; null for a source that can be read only once. */
  name: string | null
  /** The size in bytes; null when it is unknown. */
  size: number | null
  /** The bytes from `from` on. `from` is 0 for a source that can be read only once. Ends when the signal is aborted. */
  read(from: number): AsyncIterable<Buffer>
}

interface NamedFile {
  name: string
  size: number
}
