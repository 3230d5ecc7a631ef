import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/** The JSON in a file; undefined when the file does not exist. Throws when the file cannot be read or is no JSON. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is broken. Delete it, and a new one is made at the next start.`, {
      cause: error,
    })
  }
}

/** Writes JSON that only its owner can read. A reader sees the old or the new content, never a part of it. */
export async function writePrivateJsonFile(path: string, content: unknown): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
