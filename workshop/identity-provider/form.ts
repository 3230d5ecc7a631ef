import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Reads a form of at most 8 KiB that has a Content-Length. Refuses input that no browser sends: a repeated field, bytes that
 * are no UTF-8, NUL.
 */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const { 'content-type': type = '', 'content-length': length } = request.headers
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { ok: false, status: 415 }
  if (length === undefined || Number(length) > 8192) return { ok: false, status: 413 }
  const fields = new URLSearchParams(await text(request))
  // Decoding replaces bytes that are no UTF-8 by U+FFFD.
  const isOdd = [...fields].flat().some((part) => part.includes('\0') || part.includes('\uFFFD'))
  if (isOdd || new Set(fields.keys()).size < fields.size) return { ok: false, status: 400 }
  return { ok: true, fields }
}

export type Form = { ok: true; fields: URLSearchParams } | { ok: false; status: 400 | 413 | 415 }
