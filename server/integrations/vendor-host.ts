import { chooseAuth } from './connection-test/authenticate/authenticate.ts'
import { valuesOf } from './connection-test/run.ts'
import { fill, fillUrl, type Values } from './connection-test/template.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'

/** The host of a connection test's first request. Null when only an answer of the vendor reveals the host. */
export function vendorHost(type: IntegrationType, metadata: Readonly<Record<string, string>>): string | null {
  const values = valuesOf({ type, metadata, secrets: {} })
  const { request } = type.test
  const auth = chooseAuth(type.test.auth, values)
  if (auth?.scheme === 'driver_postgresql') return fill(auth.host, values)?.toLowerCase() ?? null
  const tokenUrl = auth && 'tokenUrl' in auth ? auth.tokenUrl : undefined
  return hostIn(tokenUrl, values) ?? hostIn(request?.url, values)
}

function hostIn(template: string | undefined, values: Values): string | null {
  return (template && fillUrl(template, values)?.hostname) || null
}
