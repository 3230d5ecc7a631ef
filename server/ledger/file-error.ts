import { getSystemErrorMessage } from 'node:util'

/** An error whose message is for the user: `Cannot read entries.ndjson: no such file or directory.` */
export class FileError extends Error {}

/** Turns the error of a system call into a FileError; returns other errors unchanged. */
export function explainFileError(error: unknown, attempt: string): unknown {
  const errno = error instanceof Error && 'errno' in error ? error.errno : undefined
  if (typeof errno !== 'number') return error
  return new FileError(`Cannot ${attempt}: ${getSystemErrorMessage(errno)}.`, { cause: error })
}
