import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { asObject, asString, type JsonObject } from '../../contract/json.ts'
import { docsPage } from '../../server/pipeline/documentation.ts'
import { describeContract } from './document.ts'

/**
 * Builds the page of the contract in the folder from which the server serves it. The page is self-contained: it requests
 * nothing from other hosts. Throws where Redocly is not installed.
 */
export async function buildPage(contract: JsonObject): Promise<void> {
  const document = describeContract(contract)
  await mkdir(dirname(docsPage), { recursive: true })
  // Several processes may build at once: each writes its own file, and renames it when it is complete.
  const unfinished = `${docsPage}.${process.pid}`
  try {
    await writeFile(`${unfinished}.json`, JSON.stringify(document))
    await buildWithRedocly(`${unfinished}.json`, unfinished, asString(asObject(document['info'])['title']))
    // The formatter of templates takes the doctype out of page.hbs.
    await writeFile(unfinished, `<!doctype html>\n${sayRoles(inlineLogo(await readFile(unfinished, 'utf8')))}`)
    await rename(unfinished, docsPage)
  } finally {
    await rm(`${unfinished}.json`, { force: true })
    await rm(unfinished, { force: true })
  }
}

async function buildWithRedocly(input: string, output: string, title: string): Promise<void> {
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const options = ['--inlineBundle', '--output', output, '--title', title, '--template', inTree('page.hbs')]
  await promisify(execFile)(process.execPath, [redocly, 'build-docs', input, ...options], {
    cwd: inTree('../..'),
    timeout: 60_000,
  })
}

function inTree(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Redoc loads the logo beside "API docs by" from its vendor's host. An inline logo keeps the page self-contained. */
function inlineLogo(html: string): string {
  return html.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, redocLogo)
}

/** OpenAPI 3.1 has roles where OAuth has scopes; Redoc says scopes for both. */
function sayRoles(html: string): string {
  return html.replaceAll('`Required scopes`', '`Role`')
}

const redocLogo =
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="16"><text y="12" font-family="sans-serif" font-size="12" fill="#5b8def">Redoc</text></svg>`,
  )
