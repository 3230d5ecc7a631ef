import type { Client, ExecutionReport, Resources } from '@instance-admin/sdk'

/** What the examples of the README take as given. */
declare global {
  const client: Client
  const acme: Resources
  const modelId: string
  const execution: ExecutionReport
  const session: { token(): Promise<string>; renew(): Promise<string> }
  function show(...values: unknown[]): void
}
