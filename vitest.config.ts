import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import LongestFirst from './test/helpers/longest-first.ts'

const heavy = 'test/**/*.heavy.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/routing/every-file.ts'],
    reporters: ['default', './test/helpers/proof-reporter.ts'],
    pool: 'forks',
    // A worker loads the service once, and its files after each other: each has a database and servers of its own.
    isolate: false,
    // Large answers are thrown away before they are copied, which takes a tenth of the time of a run.
    // The threads that collect garbage beside a worker would take the cores from other workers.
    execArgv: ['--max-semi-space-size=32', '--single-threaded-gc'],
    // Node loads the code itself, as in production, which costs less than through Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than there are cores: many a test waits for a process or a timer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // They prove nothing but that a run ends: a busy machine takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // npm test
      {
        extends: true,
        test: { name: 'suite', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, heavy] },
      },
      // npm run test:heavy: what compiles, packs or copies as a whole, or brings a browser or a database of its own
      { extends: true, test: { name: 'heavy', include: [heavy], testTimeout: 1_200_000, hookTimeout: 1_200_000 } },
    ],
  },
})
