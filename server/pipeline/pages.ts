import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { stringify } from 'yaml'
import type { Contract } from '../../contract/document.ts'

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
  app.get('/docs', sendPage(log))
  app.get('/', (_request, response) => response.redirect('/docs'))
}

/** Whatever came of the first request stays: a request of anybody starts at most one process in the server's life. */
function sendPage(log: Logger): RequestHandler {
  let page: Promise<Buffer | null> | undefined
  return async (_request, response) => {
    page ??= readPage(log)
    const html = await page
    if (html) {
      response.set('Content-Security-Policy', pagePolicy).type('html').send(html)
    } else {
      response.status(404).type('text/plain').send(notBuilt)
    }
  }
}

async function readPage(log: Logger): Promise<Buffer | null> {
  try {
    // A process of its own, as what builds the page needs more memory than the server.
    const { stdout } = await promisify(execFile)(process.execPath, [docsCommand], { timeout: 90_000 })
    return await readFile(stdout.split('\n')[0] ?? '')
  } catch (error) {
    log.warn({ err: error }, 'the page of the contract could not be built')
    return null
  }
}

const docsCommand = fileURLToPath(new URL('../../tools/docs/docs.ts', import.meta.url))

const notBuilt =
  'The page of the contract is not built here: run "npm run docs" where the development dependencies are installed, ' +
  'keep its .build folder, and start the server again. The contract itself is at /openapi.json.\n'

// Redoc is one page with its script and styles in it; the policy holds it to that.
const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function sendText(type: string, text: () => string): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'no-cache').type(type).send(text())
  }
}
