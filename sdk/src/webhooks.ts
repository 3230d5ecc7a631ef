import type { webhooks as contractWebhooks } from '../../spec/gen/openapi.gen.ts'
import { trust } from './trust.ts'

/** Every event that the service sends. There will be more types and fields: ignore what you do not know. */
export type WebhookEvent =
  contractWebhooks[keyof contractWebhooks]['post']['requestBody']['content']['application/json']

/** What came is not an event of the service, or not a fresh one: answer 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

export const webhooks = {
  /**
   * The event of a request to your webhook, once its signature is verified (Standard Webhooks). Give it the body as it came,
   * before anything parses it, and the secret that `webhooks.create` returned. Works in Node, Workers, Deno and Bun. Throws
   * WebhookVerificationError for a wrong signature, a changed body, a missing header, or a time more than five minutes away.
   * The same event may come twice: its header `webhook-id` is the same then.
   * @example
   * const event = await webhooks.unwrap(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
   * if (event.type === 'integration.broken') await tell(event.data.resource.id)
   */
  async unwrap(rawBody: string | Uint8Array, headers: GivenHeaders, secret: string): Promise<WebhookEvent> {
    if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
      throw new TypeError('A webhook is verified by its body as it came: text or bytes, before anything parses it.')
    const [id, timestamp, signatures] = names.map((name) => readHeader(headers, name))
    if (!id || !timestamp || !signatures)
      throw new WebhookVerificationError(`The headers ${names.join(', ')} are needed.`)
    const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp))
    if (!(ageSeconds <= toleranceSeconds))
      throw new WebhookVerificationError('The time of the webhook is too far away.')
    const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
    const key = await importKey(secret)
    const content = contentOf(id, timestamp, body)
    for (const signature of signatures.split(' ', mostSignatures)) {
      const bytes = signature.startsWith('v1,') ? decode(signature.slice('v1,'.length)) : null
      // Takes as long for each signature that is wrong.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content)))
        return trust<WebhookEvent>(JSON.parse(body))
    }
    throw new WebhookVerificationError('No signature of the webhook is one by this secret.')
  },
}

/** The headers with which the service would send this body, at this time in milliseconds. */
export async function signWebhook(
  id: string,
  body: string,
  secrets: readonly string[],
  time: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(time / 1000))
  const signatures = secrets.map(async (secret) => {
    const signed = await crypto.subtle.sign('HMAC', await importKey(secret), contentOf(id, timestamp, body))
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  }
}

type GivenHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const toleranceSeconds = 300

/** A secret that replaces another makes two. Each costs its check, also when a stranger has sent it. */
const mostSignatures = 20

/** Of `Headers`, or of an object with names in any case: Node writes them in lower case, a gateway as they came. */
function readHeader(headers: GivenHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const value = Object.entries<unknown>({ ...headers }).find(([given]) => given.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : null
}

function contentOf(id: string, timestamp: string, body: string) {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`)
}

async function importKey(secret: unknown) {
  const bytes = typeof secret === 'string' && secret.startsWith('whsec_') ? decode(secret.slice('whsec_'.length)) : null
  if (!bytes?.length) throw new TypeError('The secret of a webhook begins with whsec_, as webhooks.create returned it.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Null for what is no base64. */
function decode(text: string) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
