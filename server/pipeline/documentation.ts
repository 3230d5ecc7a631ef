import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Express } from 'express'
import type { Contract } from '../../contract/document.ts'
import { lazy } from '../lib/lazy.ts'
import { createTurns } from './one-a-turn.ts'
import { preparePage, rememberFile, sendPage } from './page.ts'

/** The file to which `npm run docs` writes the page of the contract. */
export const docsPage = fileURLToPath(new URL('../../.build/docs.html', import.meta.url))

/**
 * The pages for people: the contract as JSON and YAML, and its page. They need no token, because the contract is public. Each
 * is prepared at its first request, because few are requested, and is kept as buffers that all answers share.
 */
export function mountDocumentation(app: Express, contract: Contract, page = docsPage): void {
  const findJson = lazy(() => preparePage(JSON.stringify(contract.document)))
  const findYaml = lazy(async () => {
    const { stringify } = await import('yaml')
    return preparePage(stringify(contract.document, { aliasDuplicateObjects: false }))
  })
  const findPage = rememberFile(page, async () => preparePage(await readFile(page)))
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
}

const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const notBuilt =
  'The page of the contract is not built here: run "npm run docs" where the development dependencies are installed, and ' +
  'reload this page; in production copy the folder .build, into which it writes. The contract itself is at /openapi.json.\n'
