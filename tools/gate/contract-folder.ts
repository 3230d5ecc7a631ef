import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Why `--folder` cannot be worked with; null when the files are there. */
export function findMissingFile(folder: string, files: readonly string[]): string | null {
  const missing = files.find((file) => !existsSync(join(folder, file)))
  if (missing === undefined) return null
  return `There is no ${missing} in ${folder}: leave --folder out, or name the folder that holds it.`
}
