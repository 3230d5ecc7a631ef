import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { asObject, asString, type JsonObject } from '../../contract/json.ts'
import { describeContract } from './document.ts'

const run = promisify(execFile)
const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const buildFolder = `${projectFolder}.build`

/**
 * Builds the pages of this contract into `.build/`, unless they are there; gives the file's path. The page is
 * self-contained: it asks nothing of any other host. Throws where Redocly is not installed and the page is not there.
 */
export async function buildPage(contract: JsonObject): Promise<string> {
  const document = describeContract(contract)
  const template = await readFile(templateFile, 'utf8')
  const options = await readFile(`${projectFolder}redocly.yaml`, 'utf8')
  const file = `${buildFolder}/docs-${hash([JSON.stringify(document), template, options, redocLogo])}.html`
  if (await exists(file)) return file
  await mkdir(buildFolder, { recursive: true })
  // Several processes may build at once, each beside the others.
  const unfinished = `${file}.${process.pid}`
  try {
    await writeFile(`${unfinished}.json`, JSON.stringify(document))
    await buildWithRedocly(`${unfinished}.json`, unfinished, asString(asObject(document['info'])['title']))
    await writeFile(unfinished, inlineLogo(await readFile(unfinished, 'utf8')))
    await rename(unfinished, file)
  } finally {
    await rm(`${unfinished}.json`, { force: true })
    await rm(unfinished, { force: true })
  }
  return file
}

async function buildWithRedocly(input: string, output: string, title: string): Promise<void> {
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const options = ['--inlineBundle', '--output', output, '--title', title, '--template', templateFile]
  await run(process.execPath, [redocly, 'build-docs', input, ...options], {
    cwd: projectFolder,
    timeout: 60_000,
  })
}

const templateFile = fileURLToPath(new URL('page.hbs', import.meta.url))

/** Redoc asks its makers' host for the logo beside "API docs by", so the page brings one. */
function inlineLogo(html: string): string {
  return html.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, redocLogo)
}

const redocLogo =
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="16"><text y="12" font-family="sans-serif" font-size="12" fill="#5b8def">Redoc</text></svg>`,
  )

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
