/** The public interface of `@instance-admin/sdk/testing`. */
export { createTestServer } from './server.ts'
export type { SeenRequest, TestServer, TestServerOptions } from './server.ts'
export type { ForcedAnswer } from './forced.ts'
export type { SentEvent } from './deliveries.ts'
export type { InstanceSeed, TwuModelSeed } from './seed.ts'
