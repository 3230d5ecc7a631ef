import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Express } from 'express'
import { lazy } from '../lib/lazy.ts'
import { createTurns } from './one-a-turn.ts'
import { preparePage, rememberFile, sendPage, type Page } from './page.ts'

/** The folder to which tools/build.ts writes the console. */
export const consoleFolder = fileURLToPath(new URL('../../.build/console', import.meta.url))

/** Where people sign in to the console, and the public client as which it signs them in. */
export interface ConsoleSignIn {
  issuer: string
  clientId: string
}

/**
 * The console at /console/. Its files need no token: they are the same for everybody, and what they show comes from the API.
 * A path is looked up among the names of the files that were built, so that none leads out of the folder. Every path that is
 * no file is one of the console's own screens.
 */
export function mountConsole(app: Express, signIn: ConsoleSignIn, folder = consoleFolder): void {
  const indexFile = join(folder, 'index.html')
  const findBuilt = rememberFile(indexFile, () => readBuilt(folder, indexFile))
  const inTurn = createTurns()
  app.get('/console', (_request, response) => response.redirect('/console/'))
  app.get(/^\/console\//, async (request, response, next) => {
    const built = await findBuilt()
    if (!built) return void response.status(404).type('text/plain').send(notBuilt)
    const name = request.path.slice('/console/'.length)
    const file = built.files.get(name)
    // The name of each of these contains a hash of its content.
    const isHashed = name.startsWith('assets/')
    if (file) {
      const page = await file()
      const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
      return inTurn(() => sendPage(request, response, page, mediaTypes.get(extname(name)) ?? binary, cacheControl))
    }
    if (isHashed) return next()
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyFor(signIn) })
    response.type('html').send(tellSignIn(built.index, signIn))
  })
}

/** The files of the folder, each read when it is first asked for. */
async function readBuilt(folder: string, indexFile: string): Promise<Built> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths
    .filter((path) => path !== indexFile)
    .map((path) => [relative(folder, path), lazy(async () => preparePage(await readFile(path)))] as const)
  return { index: await readFile(indexFile, 'utf8'), files: new Map(files) }
}

/** Console/src/settings.ts reads this. */
function tellSignIn(index: string, { issuer, clientId }: ConsoleSignIn): string {
  const tell = (name: string, content: string) => `<meta name="${name}" content="${escapeAttribute(content)}" />`
  return index.replace('</head>', () => `${tell('issuer', issuer)}${tell('client-id', clientId)}</head>`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Scripts of this origin alone, and calls to the API here and to the identity provider. Its widgets write style elements. */
function policyFor({ issuer }: ConsoleSignIn): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
    `connect-src 'self' ${new URL(issuer).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
}

const binary = 'application/octet-stream'

const mediaTypes = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
])

const notBuilt =
  'The console is not built here: start the service with "npm start" where the development dependencies are installed; in ' +
  'production copy the folder .build, into which "node tools/build.ts" writes.\n'

interface Built {
  index: string
  files: ReadonlyMap<string, () => Promise<Page>>
}
