import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { project } from './copy.ts'

/** Buildah and Podman with a storage of their own, so that nothing of the machine's images is used or changed. */
export interface Engine {
  /** Builds a stand-in for the image that the Dockerfile begins with, and the service's image on it. */
  build: () => void
  /** Runs Podman, and returns its output. Throws when it fails. */
  podman: (...args: string[]) => string
  /** Starts `podman run` with these arguments, beside this process. */
  start: (...args: string[]) => ChildProcessByStdio<null, Readable, Readable>
  remove: () => void
}

export const image = 'instance-administration'
/** The image that the Dockerfile begins with, such as node:24-bookworm-slim. */
export const base = /^FROM (\S+)/m.exec(readFileSync(join(project, 'Dockerfile'), 'utf8'))?.[1] ?? ''

/** What has to be installed beside the packages of this tree; Debian's packages have these names. */
export const programs = ['buildah', 'crun', 'debootstrap', 'podman']

export function openEngine(folder: string): Engine {
  const storage = [`--root=${join(folder, 'storage')}`, `--runroot=${join(folder, 'run')}`]
  const env = { STORAGE_DRIVER: 'overlay', ...process.env }
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { env, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
  const podmanLine = (args: string[]) => [
    '--mount',
    'sh',
    '-c',
    inOneHierarchy,
    'podman',
    ...storage,
    `--tmpdir=${join(folder, 'tmp')}`,
    '--cgroup-manager=cgroupfs',
    '--runtime=crun',
    '--events-backend=none',
    ...args,
  ]
  return {
    build() {
      buildBase(buildah)
      buildImage(buildah, folder)
    },
    podman: (...args) => execFileSync('unshare', podmanLine(args), { env, encoding: 'utf8', stdio: 'pipe' }).trim(),
    start: (...args) => spawn('unshare', podmanLine(['run', ...args]), { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    remove() {
      buildah('rm', '--all')
      buildah('rmi', '--all', '--force')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** crun refuses a machine that has both versions of cgroups; this hides the second one from Podman and its children alone. */
const inOneHierarchy = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"'

/** Debian, this project's Node, npm and the user `node`: what the Dockerfile needs of the image that it begins with. */
function buildBase(buildah: Buildah): void {
  const container = buildah('from', 'scratch')
  const root = buildah('mount', container)
  const [, release = ''] = /-([a-z]+)-slim$/.exec(base) ?? []
  execFileSync('debootstrap', ['--variant=minbase', release, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const unused of ['var/cache/apt/archives', 'var/lib/apt/lists']) rmSync(join(root, unused), { recursive: true })
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  copyFileSync(join(project, 'node_modules/node/bin/node'), join(root, 'usr/local/bin/node'))
  execFileSync('npm', ['install', '--global', `--prefix=${join(root, 'usr/local')}`, 'npm@11'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  execFileSync('chroot', [root, 'useradd', '--user-group', '--uid=1000', '--create-home', 'node'])
  buildah('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
  buildah('commit', '--quiet', '--rm', container, base)
}

/** With npm's cache and certificates of this machine, of which nothing stays in the image. */
function buildImage(buildah: Buildah, folder: string): void {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const mounts = [`${cache}:/root/.npm`]
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities) {
    writeFileSync(join(folder, 'npmrc'), 'cafile=/etc/authorities.crt\n')
    mounts.push(`${join(folder, 'npmrc')}:/root/.npmrc:ro`, `${authorities}:/etc/authorities.crt:ro`)
  }
  const options = ['--isolation=chroot', '--format=docker', '--pull-never', '--quiet', `--tag=${image}`]
  buildah('bud', ...options, ...mounts.map((mount) => `--volume=${mount}`), project)
}

export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)))
}

type Buildah = (...args: string[]) => string
