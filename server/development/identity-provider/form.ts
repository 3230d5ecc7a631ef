import type { IncomingMessage } from 'node:http'

/**
 * Reads a form of at most 8 KiB. Refuses what no browser sends: a repeated field, bytes that are no UTF-8, NUL.
 */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return { ok: false, status: 415 }

  const body = await readBody(request)
  if (body === undefined) return { ok: false, status: 413 }
  const fields = parseFields(body)
  return fields ? { ok: true, fields } : { ok: false, status: 400 }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('The request has been given an encoding.')
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

function parseFields(body: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const pair of body.split('&').filter(Boolean)) {
    const [name = '', ...rest] = pair.split('=')
    const decodedName = decode(name)
    const value = decode(rest.join('='))
    if (decodedName === undefined || value === undefined || fields.has(decodedName)) return undefined
    fields.set(decodedName, value)
  }
  return fields
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

const maxBytes = 8192

export type Form = { ok: true; fields: Map<string, string> } | { ok: false; status: 400 | 413 | 415 }
