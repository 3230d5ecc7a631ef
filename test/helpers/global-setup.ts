import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administrator's URL of the run's own PostgreSQL cluster. */
    databaseUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('databaseUrl', postgres.adminUrl)
  return () => postgres.stop()
}
