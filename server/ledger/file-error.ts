import { getSystemErrorMessage } from 'node:util'

/** Its message is for the user: `Cannot read entries.ndjson: no such file or directory.` */
export class FileError extends Error {}

/** Makes a FileError of what a system call failed with; other errors come back as they are. */
export function explainFileError(error: unknown, attempt: string): unknown {
  const errno = error instanceof Error && 'errno' in error ? error.errno : undefined
  if (typeof errno !== 'number') return error
  return new FileError(`Cannot ${attempt}: ${getSystemErrorMessage(errno)}.`, { cause: error })
}
