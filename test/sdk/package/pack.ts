import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asArray, asObject, asString } from '../../../contract/json.ts'
import { run } from '../../helpers/programs/server-process.ts'

export interface PackedSdk {
  tarball: string
  /** The paths in the tarball. */
  files: string[]
  /** What the tarball takes on a disk. */
  unpackedSize: number
  /** A project of its own, into which the tarball was installed without a network. */
  app: string
  /** Where it lies there. */
  installed: string
  remove(): void
}

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * `npm pack` in a copy of the SDK that has what a working tree may have: a stale build. What comes out is installed
 * into an empty project.
 */
export async function packSdk(): Promise<PackedSdk> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-package-'))
  const sdk = join(folder, 'source/sdk')
  copySource(join(folder, 'source'))
  mkdirSync(join(sdk, 'dist'))
  writeFileSync(join(sdk, 'dist/stale.js'), 'export const stale = true\n')
  const { name, ...packed } = readPacked(await succeed('npm', ['pack', '--json', `--pack-destination=${folder}`], sdk))

  const app = join(folder, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }')
  const tarball = join(folder, name)
  await succeed('npm', ['install', '--offline', '--ignore-scripts', tarball], app)
  const installed = join(app, 'node_modules/@instance-admin/sdk')
  return { tarball, ...packed, app, installed, remove: () => rmSync(folder, { recursive: true }) }
}

/** Makes packages of the repository resolvable in the project, as if it had installed them. */
export function provide(app: string, packages: readonly string[]): void {
  for (const name of packages) {
    mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true })
    symlinkSync(join(project, 'node_modules', name), join(app, 'node_modules', name))
  }
}

function copySource(target: string): void {
  for (const path of [
    'sdk',
    'contract',
    'server/commands',
    'spec/gen/openapi.gen.ts',
    'spec/gen/schemas.gen.ts',
    'tsconfig.json',
  ])
    cpSync(join(project, path), join(target, path), {
      recursive: true,
      filter: (source) => !/\/sdk\/(?:node_modules|dist)$/.test(source),
    })
  symlinkSync(join(project, 'node_modules'), join(target, 'node_modules'))
  symlinkSync(join(project, 'sdk/node_modules'), join(target, 'sdk/node_modules'))
}

function readPacked(output: string): { name: string } & Pick<PackedSdk, 'files' | 'unpackedSize'> {
  const [packed] = asArray(JSON.parse(output.slice(output.indexOf('[\n'))))
  const { filename, files, unpackedSize } = asObject(packed)
  return {
    name: asString(filename),
    files: asArray(files).map((file) => asString(asObject(file)['path'])),
    unpackedSize: Number(unpackedSize),
  }
}

async function succeed(program: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, {}, cwd)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`)
  return stdout
}
