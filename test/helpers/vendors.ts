import { syncBuiltinESMExports } from 'node:module'
import nock from 'nock'
import { afterAll, beforeAll } from 'vitest'

// Once loaded, it stands between this worker and its network, also for files that never heard of it.
nock.restore()
syncBuiltinESMExports()

export { nock }

/** In this file, what is sent to any other machine is answered by nock or refused. */
export function interceptVendors(): void {
  beforeAll(() => {
    nock.activate()
    syncBuiltinESMExports()
    nock.disableNetConnect()
    nock.enableNetConnect('127.0.0.1')
  })
  afterAll(() => {
    nock.cleanAll()
    nock.enableNetConnect()
    nock.restore()
    syncBuiltinESMExports()
  })
}
