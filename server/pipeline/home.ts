import { stat } from 'node:fs/promises'
import type { Express } from 'express'
import { docsPage } from './documentation.ts'

/** `/`: browsers get a page that leads to what is here, and everybody else the contract. */
export function mountHome(app: Express, { hasConsole }: { hasConsole: boolean }, docs = docsPage): void {
  app.get('/', async (request, response) => {
    response.vary('Accept')
    const hasDocs = await stat(docs).then(
      () => true,
      () => false,
    )
    if (!request.headers.accept?.includes('text/html')) return response.redirect(hasDocs ? '/docs' : '/openapi.json')
    const links = [...(hasConsole ? [toConsole] : []), ...(hasDocs ? [toDocs] : []), toContract]
    response.set('Content-Security-Policy', policy).type('html').send(homePage(links))
  })
}

const toConsole = {
  path: '/console/',
  name: 'Console',
  text: 'Users, agents, integrations, models and work.',
}
const toDocs = { path: '/docs', name: 'API reference', text: 'Every operation, with examples and errors.' }
const toContract = {
  path: '/openapi.json',
  name: 'OpenAPI',
  text: 'The contract, for tools; as YAML at /openapi.yaml.',
}

/** It has neither a script nor anything of another file. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function homePage(links: readonly (typeof toConsole)[]): string {
  const items = links.map(
    ({ path, name, text }) => `<li><a href="${path}"><strong>${name}</strong><span>${text}</span></a></li>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Instance Administration</title>
    <style>
      :root { color-scheme: light dark; --line: light-dark(#d5dae1, #3b424c); --quiet: light-dark(#566070, #a3adba); }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 18vh auto 2rem; padding: 0 1rem; }
      h1 { font-size: 1.5rem; }
      ul { list-style: none; padding: 0; display: grid; gap: 0.75rem; }
      a { display: grid; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; color: inherit; text-decoration: none; }
      a:hover, a:focus-visible { border-color: #228be6; }
      span { color: var(--quiet); }
    </style>
  </head>
  <body>
    <main>
      <h1>Instance Administration</h1>
      <ul>${items.join('')}</ul>
    </main>
  </body>
</html>
`
}
