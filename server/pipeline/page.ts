import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { isHeld } from '../../contract/rules/etag.ts'

/** A file for browsers, as it is and compressed: a buffer that all answers share. */
export interface Page {
  plain: Buffer
  gzipped: Buffer
  hash: string
}

export async function preparePage(text: string | Buffer): Promise<Page> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await compress(plain), hash: createHash('sha256').update(plain).digest('base64url') }
}

/** Unless `cacheControl` says otherwise, a browser asks each time whether the page has changed. */
export function sendPage(
  request: Request,
  response: Response,
  { plain, gzipped, hash }: Page,
  mediaType: string,
  cacheControl = 'no-cache',
): void {
  const isCompressed = request.acceptsEncodings('gzip') === 'gzip'
  // RFC 9110 section 8.8.3.3: the compressed representation has a tag of its own.
  const etag = isCompressed ? `"${hash}-gzip"` : `"${hash}"`
  response.set({ 'Cache-Control': cacheControl, ETag: etag }).vary('Accept-Encoding')
  if (isHeld(request.headers['if-none-match'], etag)) return void response.status(304).end()
  const body = isCompressed ? gzipped : plain
  if (isCompressed) response.set('Content-Encoding', 'gzip')
  response.set({ 'Content-Type': mediaType, 'Content-Length': String(body.length) }).end(body)
}

/** What `read` makes of a file, again when the file has changed. Null while there is no file. */
export function rememberFile<Content>(path: string, read: () => Promise<Content>): () => Promise<Content | null> {
  let known: { changedAt: number; content: Promise<Content> } | null = null
  return async () => {
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changedAt === null) return null
    if (known?.changedAt !== changedAt) known = { changedAt, content: read() }
    return known.content
  }
}

const compress = promisify(gzip)
