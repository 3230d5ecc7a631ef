import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { stringify } from 'yaml'
import type { Contract } from './contract-document.ts'

const run = promisify(execFile)
const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** What people read: the contract as JSON and YAML, and its pages. Open to all, as the contract is. */
export function mountDocs(app: Express, contract: Contract, log: Logger): void {
  const json = JSON.stringify(contract.document)
  // Not before somebody asks: it takes a tenth of a second, and few ask.
  let yaml: string | undefined
  app.get(
    '/openapi.json',
    sendText('application/json', () => json),
  )
  app.get(
    '/openapi.yaml',
    sendText(
      'application/yaml',
      () => (yaml ??= stringify(contract.document, { aliasDuplicateObjects: false })),
    ),
  )
  app.get('/docs', sendPages(contract, log))
  app.get('/', (_request, response) => response.redirect('/docs'))
}

/**
 * Builds the pages of this contract into `.build/`, unless they are there; gives the file's path. The page is
 * self-contained: it asks nothing of any other host.
 */
export async function buildDocs(contract: Contract): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(contract.document)).digest('hex').slice(0, 16)
  const file = `${projectFolder}.build/docs-${name}.html`
  if (await exists(file)) return file
  await mkdir(`${projectFolder}.build`, { recursive: true })
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const unfinished = `${file}.${process.pid}`
  await run(
    process.execPath,
    [
      redocly,
      'build-docs',
      'spec/openapi.yaml',
      '--inlineBundle',
      '--output',
      unfinished,
      '--title',
      'Instance Administration',
    ],
    { cwd: projectFolder, timeout: 60_000 },
  )
  await rename(unfinished, file)
  return file
}

function sendPages(contract: Contract, log: Logger): RequestHandler {
  let page: Promise<Buffer> | null = null
  return async (_request, response) => {
    try {
      page ??= buildDocs(contract).then((file) => readFile(file))
      const html = await page
      response.set('Content-Security-Policy', pagePolicy).type('html').send(html)
    } catch (error) {
      page = null
      log.warn({ err: error }, 'the pages of the contract could not be built')
      response
        .status(404)
        .type('text/plain')
        .send('The pages are not built here: run "npm run docs". The contract itself is at /openapi.json.\n')
    }
  }
}

// Redoc is one page with its script and styles in it; the policy holds it to that.
const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: 'self'; " +
  "font-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

function sendText(type: string, text: () => string): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'no-cache').type(type).send(text())
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
