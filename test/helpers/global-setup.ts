import { existsSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { citusUrl } from './programs/citus.ts'
import { createTestDatabase, prepareTestCitus, startTestPostgres } from './programs/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administrator's URL of the run's own PostgreSQL cluster. */
    databaseUrl: string
    /** A database in which statements are planned, and nothing is written. */
    planningUrl: string
  }
}

// The tests start hundreds of processes, which share this cache of compiled code.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // For every database of a test PostgreSQL copies and deletes a folder of 400 files. In memory that costs half.
  const isSuite = project.vitest.projects.every(({ name }) => name === 'suite')
  if (isSuite && hasRoom('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm'
  const { adminUrl, stop } = citusUrl ? await prepareTestCitus(citusUrl) : await startTestPostgres()
  const planning = await createTestDatabase(adminUrl)
  project.provide('databaseUrl', adminUrl)
  project.provide('planningUrl', planning.url)
  return async () => {
    await planning.drop()
    await stop()
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3
}
