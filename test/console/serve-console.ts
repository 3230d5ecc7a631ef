import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { preview } from 'vite'
import { run } from '../helpers/programs/server-process.ts'
import { packSdk } from '../sdk/package/pack.ts'
import { project } from '../walks/copy.ts'

export const consoleFolder = join(project, 'console')

/** A copy of the console, built on the packed SDK. Test files run side by side, so none builds in the tree itself. */
export async function buildConsole({ baseUrl, issuer }: { baseUrl: string; issuer: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const root = join(folder, 'console')
  cpSync(consoleFolder, root, {
    recursive: true,
    filter: (source) => !['node_modules', 'dist'].includes(basename(source)),
  })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const sdk = await packSdk()
  cpSync(sdk.installed, join(root, 'node_modules/@instance-admin/sdk'), { recursive: true })
  sdk.remove()
  const variables = { VITE_API_URL: baseUrl, VITE_ISSUER: issuer }
  const { code, stderr } = await run('vite', ['build', '--logLevel=error', '--manifest'], variables, root)
  if (code !== 0) throw new Error(stderr)
  return { root, remove: () => rmSync(folder, { recursive: true }) }
}

/** Serves what was built. */
export async function serveConsole(root: string) {
  const server = await preview({
    root,
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
