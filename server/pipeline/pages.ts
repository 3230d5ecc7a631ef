import { fileURLToPath } from 'node:url'
import type { Express } from 'express'
import type { Contract } from '../../contract/document.ts'

/** The file to which `npm run docs` writes the page of the contract. */
export const docsPage = fileURLToPath(new URL('../../.build/docs.html', import.meta.url))

/** The pages for people: the contract as JSON and YAML, and its page. They need no token, because the contract is public. */
export function mountPages(app: Express, contract: Contract, page = docsPage): void {
  const json = JSON.stringify(contract.document)
  // The YAML is made at the first request: it takes a tenth of a second and is seldom requested.
  let yaml: string | undefined
  app.get('/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('application/json').send(json)
  })
  app.get('/openapi.yaml', async (_request, response) => {
    const { stringify } = await import('yaml')
    yaml ??= stringify(contract.document, { aliasDuplicateObjects: false })
    response.set('Cache-Control', 'no-cache').type('application/yaml').send(yaml)
  })
  app.get('/docs', (_request, response) => {
    // The page contains its script and styles, and the policy forbids any other.
    const headers = { 'Content-Security-Policy': pagePolicy }
    response.sendFile(page, { dotfiles: 'allow', cacheControl: false, acceptRanges: false, headers }, (error) => {
      if (error && !response.headersSent) response.status(404).type('text/plain').send(notBuilt)
    })
  })
  app.get('/', (_request, response) => response.redirect('/docs'))
}

const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const notBuilt =
  'The page of the contract is not built here: run "npm run docs" where the development dependencies are installed, and ' +
  'reload this page; in production take its .build folder along. The contract itself is at /openapi.json.\n'
