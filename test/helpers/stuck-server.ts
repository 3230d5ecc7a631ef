import { readConfig } from '../../server/config/config.ts'
import { prepare } from '../../server/pipeline/prepared.ts'
import { startService } from '../../server/service.ts'

// A server of its own process, whose background checks never get anywhere, for a test to kill.
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const started = await startService(read.config, {
  prepared: await prepare(),
  lookup: () => new Promise(() => {}),
  checkPace: { pollSeconds: 0.5, sweepMs: 50, leaseSeconds: 5, superviseSeconds: 1 },
})
if (!started.ok) throw new Error(started.message)
