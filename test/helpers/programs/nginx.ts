import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { project } from '../../walks/copy.ts'
import { readBlocks } from '../../walks/markdown.ts'
import { spawnAside } from './child.ts'
import { findFreePort } from './free-port.ts'

/** Null where nginx is not installed. In CI, the tests that need it then fail. */
export const nginxPath = ['/usr/sbin/nginx', '/usr/bin/nginx'].find(existsSync) ?? null

export interface Nginx {
  url: string
  /** What it reported as errors so far. */
  errors(): string
  close(): Promise<void>
}

/**
 * Starts nginx with the configuration of docs/operations.md, and `further` directives, in front of the servers at these ports
 * of this machine.
 */
export async function startNginx(path: string, ports: readonly number[], further = ''): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  // As root its workers run as another account.
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, ports, further))
  const child = spawnAside(path, ['-p', folder, '-c', file, '-e', join(folder, 'errors.log')])
  child.stdout.resume()
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true })
  }
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx ended.\n${readFileSync(join(folder, 'errors.log'), 'utf8')}`)
    await sleep(50)
  }
  return { url, errors: () => readFileSync(join(folder, 'errors.log'), 'utf8'), close }
}

/** The block of the document, with other addresses and other files, in the frame that a package of nginx brings. */
function configuration(folder: string, port: number, ports: readonly number[], further: string): string {
  const block = readBlocks(project, 'docs/operations.md').find(({ language }) => language === 'nginx')
  if (!block) throw new Error('docs/operations.md has no configuration of nginx.')
  const [, first, parameters] = /^( *server \S+:3000( .*)?;\n)+/m.exec(block.text) ?? []
  const servers = ports.map((at) => `  server 127.0.0.1:${at}${parameters ?? ''};\n`).join('')
  if (first === undefined) throw new Error('The configuration of nginx has no servers.')
  const own = block.text
    .replace(/^( *server \S+:3000( .*)?;\n)+/m, servers)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    pid ${folder}/nginx.pid;
    worker_processes 2;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${further}
      ${own}
    }`
}
