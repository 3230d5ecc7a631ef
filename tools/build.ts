import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../server/commands/run-command.ts'
import { consoleFolder } from '../server/pipeline/console.ts'
import { docsPage } from '../server/pipeline/documentation.ts'

async function main(): Promise<number> {
  const isStart = process.env['npm_lifecycle_event'] === 'prestart'
  // The service starts without them too, and then says what is missing.
  if (isStart && !existsSync(join(project, 'node_modules/vite'))) return 0
  const states = await Promise.all(parts.map(async (part) => ({ ...part, sources: await hashOf(part.sources) })))
  const old = []
  for (const part of states) if (!(await isBuilt(part))) old.push(part)
  if (old.length === 0) return 0
  const startedAt = performance.now()
  console.log(`Building the ${old.map(({ name }) => name).join(' and the ')}, once, in some seconds`)
  const results = await Promise.all(old.map(buildPart))
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return isStart || results.every(Boolean) ? 0 : 1
}

/** Beside what was built stands the hash of its sources. */
async function isBuilt({ target, sources }: Part): Promise<boolean> {
  const built = await readFile(`${target}.sources`, 'utf8').catch(() => null)
  return built === sources && existsSync(target)
}

async function buildPart({ name, target, sources, build }: Part): Promise<boolean> {
  try {
    await build()
    await writeFile(`${target}.sources`, sources)
    return true
  } catch (error) {
    console.error(`The ${name} could not be built: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

/** From the sources of the SDK, which are what its package is made of. */
async function buildConsole(): Promise<void> {
  const { build } = await import('vite')
  // A server that runs meanwhile sees the old console or the new one.
  const unfinished = `${consoleFolder}.${process.pid}`
  await build({
    root: join(project, 'console'),
    base: '/console/',
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: { outDir: unfinished, emptyOutDir: true, reportCompressedSize: false },
  })
  await rm(consoleFolder, { recursive: true, force: true })
  await rename(unfinished, consoleFolder)
}

async function buildReference(): Promise<void> {
  const [{ buildPage }, { readContract }] = await Promise.all([
    import('./docs/build.ts'),
    import('../contract/document.ts'),
  ])
  await buildPage((await readContract()).document)
}

async function hashOf(patterns: string): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node)
  for (const path of globSync(`{${patterns}}`, { cwd: project }).sort()) {
    const content = await readFile(join(project, path)).catch(() => null)
    if (content !== null) hash.update(path).update(content)
  }
  return hash.digest('hex')
}

const project = fileURLToPath(new URL('..', import.meta.url))

/** What is built: from which sources, to where, and how. The libraries count by package-lock.json. */
const parts: Part[] = [
  {
    name: 'console',
    target: consoleFolder,
    sources: 'console/{index.html,*.ts,*.json,src/**},sdk/src/**,contract/**,spec/gen/*.ts,package-lock.json',
    build: buildConsole,
  },
  {
    name: 'reference',
    target: docsPage,
    sources: 'tools/docs/**,contract/**,spec/**,docs/{decisions/**,how-to/models.md},redocly.yaml,package-lock.json',
    build: buildReference,
  },
]

const usage = `Builds what the service serves to browsers, into .build: the console and the reference. Each is built once, and again when its
sources have changed. npm start does so by itself.

  node tools/build.ts

  --help  this text`

interface Part {
  name: string
  target: string
  sources: string
  build: () => Promise<void>
}

await runCommand(main, { usage, options: {} })
