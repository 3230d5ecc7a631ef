import { valuesOf } from './connection-test/run.ts'
import { fill, fillUrl, type Values } from './connection-test/template.ts'
import type { Auth, IntegrationType } from '../../contract/integration-types.ts'

/** The host that a connection test asks, or the first of them. Null when only an answer of the vendor tells. */
export function vendorHost(type: IntegrationType, metadata: Readonly<Record<string, string>>): string | null {
  const values = valuesOf({ type, metadata, secrets: {} })
  const { auth, request } = type.test
  if (auth.scheme === 'driver_postgresql') return fill(auth.host, values)?.toLowerCase() ?? null
  return hostIn(tokenUrlOf(auth), values) ?? hostIn(request?.url, values)
}

function tokenUrlOf(auth: Auth): string | undefined {
  return 'tokenUrl' in auth ? auth.tokenUrl : undefined
}

function hostIn(template: string | undefined, values: Values): string | null {
  return (template && fillUrl(template, values)?.hostname) || null
}
