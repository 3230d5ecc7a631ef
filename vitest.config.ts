import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Restarts a server four times: `npm run walk` has it.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['WALK'] ? [] : ['test/documents/newcomer-dev.test.ts']),
    ],
    globalSetup: ['test/helpers/global-setup.ts'],
    reporters: ['default', './test/helpers/answered-reporter.ts'],
    pool: 'forks',
    // A worker loads the service once, and its files after each other: each has a database and servers of its own.
    isolate: false,
    // Vitest leaves a core free, which is half of the smallest machine that this runs on.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // They prove nothing but that a run ends: a busy machine takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
