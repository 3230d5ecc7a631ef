import { readConfig } from '../../../server/config/config.ts'
import { prepare } from '../../../server/contract/prepared.ts'
import { createDevelopment } from '../../../workshop/development.ts'
import { startService } from '../../../server/service.ts'

// A server in its own process that a test can kill. Its background checks never finish.
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const started = await startService(read.config, {
  development: createDevelopment(),
  prepared: await prepare(),
  lookup: () => new Promise(() => {}),
  jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5, leaseSeconds: 5, superviseSeconds: 1 },
})
if (!started.ok) throw new Error(started.message)
