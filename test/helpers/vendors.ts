import { syncBuiltinESMExports } from 'node:module'
import nock from 'nock'
import { afterAll, beforeAll } from 'vitest'

// Loading nock intercepts the network of the whole worker, also for test files without nock. So it is undone here.
nock.restore()
syncBuiltinESMExports()

export { nock }

/** In this test file, nock answers or refuses every request to another machine. */
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
