import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Builds and packs the SDK as for its release, and unpacks it where the app's imports find it before any other. */
export async function installPackedSdk(app: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-sdk-'))
  try {
    await run('npm', ['pack', '--silent', `--pack-destination=${folder}`], { cwd: sdk })
    const [tarball = ''] = await readdir(folder)
    const target = join(app, 'node_modules/@instance-admin/sdk')
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await run('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1'])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const run = promisify(execFile)
const sdk = fileURLToPath(new URL('../sdk', import.meta.url))
