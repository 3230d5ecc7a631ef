import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { installPackedSdk } from '../../tools/packed-sdk.ts'

export const consoleFolder = fileURLToPath(new URL('../../examples/console', import.meta.url))

/** Builds the console on the packed SDK into a folder of its own. */
export async function buildConsole({ baseUrl, issuer }: { baseUrl: string; issuer: string }) {
  const outDir = mkdtempSync(join(tmpdir(), 'console-'))
  await (packed ??= installPackedSdk(consoleFolder))
  await build({
    root: consoleFolder,
    logLevel: 'error',
    define: {
      'import.meta.env.VITE_API_URL': JSON.stringify(baseUrl),
      'import.meta.env.VITE_ISSUER': JSON.stringify(issuer),
    },
    build: { outDir },
  })
  return { outDir, remove: () => rmSync(outDir, { recursive: true }) }
}

/** Serves what was built. */
export async function serveConsole(outDir: string) {
  const server = await preview({
    root: consoleFolder,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

let packed: Promise<void> | undefined
