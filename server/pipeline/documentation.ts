import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Express, Request, Response } from 'express'
import type { Contract } from '../../contract/document.ts'
import { isHeld } from '../../contract/rules/etag.ts'
import { once } from '../once.ts'
import { createTurns } from './one-a-turn.ts'

/** The file to which `npm run docs` writes the page of the contract. */
export const docsPage = fileURLToPath(new URL('../../.build/docs.html', import.meta.url))

/**
 * The pages for people: the contract as JSON and YAML, and its page. They need no token, because the contract is public. Each
 * is prepared at its first request, because few are requested, and is kept as buffers that all answers share.
 */
export function mountDocumentation(app: Express, contract: Contract, page = docsPage): void {
  const findJson = once(() => prepare(JSON.stringify(contract.document)))
  const findYaml = once(async () => {
    const { stringify } = await import('yaml')
    return prepare(stringify(contract.document, { aliasDuplicateObjects: false }))
  })
  const findPage = rememberFile(page)
  const inTurn = createTurns()
  app.get('/openapi.json', async (request, response) => {
    const found = await findJson()
    await inTurn(() => sendPage(request, response, found, 'application/json; charset=utf-8'))
  })
  app.get('/openapi.yaml', async (request, response) => {
    const found = await findYaml()
    await inTurn(() => sendPage(request, response, found, 'application/yaml; charset=utf-8'))
  })
  app.get('/docs', async (request, response) => {
    const found = await findPage()
    if (!found) {
      response.status(404).type('text/plain').send(notBuilt)
      return
    }
    // The page contains its script and styles, and the policy forbids any other.
    response.set('Content-Security-Policy', pagePolicy)
    await inTurn(() => sendPage(request, response, found, 'text/html; charset=utf-8'))
  })
  app.get('/', async (_request, response) => response.redirect((await findPage()) ? '/docs' : '/openapi.json'))
}

/** A document, as it is and compressed. */
interface Page {
  plain: Buffer
  gzipped: Buffer
  hash: string
}

async function prepare(text: string | Buffer): Promise<Page> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await compress(plain), hash: createHash('sha256').update(plain).digest('base64url') }
}

function sendPage(request: Request, response: Response, { plain, gzipped, hash }: Page, mediaType: string): void {
  const isCompressed = request.acceptsEncodings('gzip') === 'gzip'
  // RFC 9110 section 8.8.3.3: the compressed representation has a tag of its own.
  const etag = isCompressed ? `"${hash}-gzip"` : `"${hash}"`
  response.set({ 'Cache-Control': 'no-cache', ETag: etag }).vary('Accept-Encoding')
  if (isHeld(request.headers['if-none-match'], etag)) return void response.status(304).end()
  const body = isCompressed ? gzipped : plain
  if (isCompressed) response.set('Content-Encoding', 'gzip')
  response.set({ 'Content-Type': mediaType, 'Content-Length': String(body.length) }).end(body)
}

/** The page in a file, read again when the file has changed. Null while there is no file. */
function rememberFile(path: string): () => Promise<Page | null> {
  let known: { changedAt: number; page: Promise<Page> } | null = null
  return async () => {
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changedAt === null) return null
    if (known?.changedAt !== changedAt) known = { changedAt, page: readFile(path).then(prepare) }
    return known.page
  }
}

const compress = promisify(gzip)

const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const notBuilt =
  'The page of the contract is not built here: run "npm run docs" where the development dependencies are installed, and ' +
  'reload this page; in production copy the folder .build, into which it writes. The contract itself is at /openapi.json.\n'
