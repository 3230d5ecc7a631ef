import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { citusUrl } from './programs/citus.ts'
import { prepareTestCitus, startTestPostgres } from './programs/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administrator's URL of the run's own PostgreSQL cluster. */
    databaseUrl: string
  }
}

// The tests start hundreds of processes, which share this cache of compiled code.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (citusUrl) {
    await prepareTestCitus(citusUrl)
    project.provide('databaseUrl', citusUrl)
    return async () => {}
  }
  const postgres = await startTestPostgres()
  project.provide('databaseUrl', postgres.adminUrl)
  return () => postgres.stop()
}
