import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { readConfig } from '../../server/config/config.ts'
import { settings } from '../../server/config/settings.ts'
import { watchOutage } from '../../server/lib/outage.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { createManagementServer } from '../../server/pipeline/management.ts'
import { createMetrics } from '../../server/pipeline/metrics.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { project } from '../walks/copy.ts'
import {
  at,
  configuration,
  containerOf,
  deployment,
  files,
  kustomization,
  manifests,
  migrationPod,
  ofKind,
  server,
  serverPod,
  withServer,
} from './manifests.ts'

/** The manifests, which no test here applies for want of a Kubernetes: `npm run walk -- image` runs what they start. */
let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kubernetes-'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

describe('the manifests', () => {
  test('are all part of what is applied', () => {
    expect(new Set(asArray(kustomization['resources']))).toEqual(new Set(files))
    expect(kustomization['namespace']).toBe(at(ofKind('Namespace'), 'metadata.name'))
  })

  test.each(manifests)('$file has values that Kubernetes takes', async ({ manifest }) => {
    // The models of one kind alone: all of an API take a quarter of a second to load.
    const models = `kubernetes-models/${asString(manifest['apiVersion'])}/${asString(manifest['kind'])}`
    const module: unknown = await import(/* @vite-ignore */ models)
    expect(() => validate(module, manifest)).not.toThrow()
  })

  test('such values are looked at', async () => {
    const module: unknown = await import('kubernetes-models/apps/v1/Deployment')
    const limits = { ...server, resources: { limits: { memory: '512 MB' } } }
    expect(() => validate(module, withServer(limits))).toThrow(/quantity/)
    const policy = { ...server, imagePullPolicy: 'Sometimes' }
    expect(() => validate(module, withServer(policy))).toThrow(/imagePullPolicy/)
  })
})

describe('the servers', () => {
  test('have settings that the service reads, and all that it needs in production', () => {
    const known = Object.keys(settings).flatMap((name) => [name, `${name}_FILE`])
    expect(Object.keys(configuration).filter((name) => !known.includes(name))).toEqual([])
    const read = readMounted()
    expect(read.ok ? [] : read.problems).toEqual([])
  })

  test('listen at the ports that the manifests name', () => {
    const read = readMounted()
    const ports = asArray(server['ports']).map(asObject)
    expect(ports).toEqual([
      { name: 'api', containerPort: read.ok && read.config.port },
      { name: 'management', containerPort: read.ok && read.config.managementPort },
    ])
    expect(at(ofKind('Service'), 'spec.ports')).toMatchObject([{ targetPort: 'api' }])
  })

  test('keep the management port to themselves and to who watches them', () => {
    const rules = asArray(at(ofKind('NetworkPolicy'), 'spec.ingress')).map(asObject)
    const open = rules.filter((rule) => rule['from'] === undefined)
    expect(open).toEqual([{ ports: [{ port: 'api' }] }])
    expect(rules.filter((rule) => !open.includes(rule))).toMatchObject([{ ports: [{ port: 'management' }] }])
  })

  test('are found by all that selects them', () => {
    const labels = asObject(at(deployment, 'spec.template.metadata.labels'))
    const selectors = [
      at(deployment, 'spec.selector.matchLabels'),
      at(ofKind('Service'), 'spec.selector'),
      at(ofKind('PodDisruptionBudget'), 'spec.selector.matchLabels'),
      ...asArray(serverPod['topologySpreadConstraints']).map((one) => at(one, 'labelSelector.matchLabels')),
    ]
    expect(selectors).toEqual(selectors.map(() => labels))
    expect(labels).toMatchObject(asObject(at(ofKind('NetworkPolicy'), 'spec.podSelector.matchLabels')))
    expect(at(ofKind('Job'), 'spec.template.metadata.labels')).not.toEqual(labels)
  })

  test('stop by themselves before they are killed', () => {
    const read = readMounted()
    // Every setting of the shutdown is a time.
    const shutdown = Object.entries(read.ok ? read.config : {}).filter(([name]) => name.startsWith('shutdown'))
    const settled = shutdown.reduce((sum, [, milliseconds]) => sum + Number(milliseconds) / 1000, 0)
    expect(settled).toBeGreaterThan(0)
    // A connection test that runs in the background takes 10 s at most.
    expect(serverPod['terminationGracePeriodSeconds']).toBeGreaterThan(settled + 10)
  })

  test('are replaced without one being missing', () => {
    expect(at(deployment, 'spec.strategy.rollingUpdate.maxUnavailable')).toBe(0)
    expect(deployment).toMatchObject({ spec: { replicas: 2 } })
    expect(at(ofKind('PodDisruptionBudget'), 'spec.maxUnavailable')).toBe(1)
  })
})

describe('the probes', () => {
  /** All of a service that probes reach. */
  let management: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openTestDatabase(inject('databaseUrl'))
    const { db } = database
    const outage = watchOutage(pino({ level: 'silent' }), { begins: 'away', ends: 'there' })
    const { signal } = new AbortController()
    const server = createManagementServer({ db, metrics: createMetrics(db), outage, stopping: signal }, 60_000)
    management = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    close = async () => {
      await drain(server, 0)
      await database.close()
    }
  })
  afterAll(() => close())

  test.each(['startupProbe', 'readinessProbe', 'livenessProbe'])('%s asks what answers', async (name) => {
    expect(at(server, `${name}.httpGet.port`)).toBe('management')
    const path = asString(at(server, `${name}.httpGet.path`))
    expect((await fetch(management + path)).status).toBe(200)
  })

  test('a server is not restarted because its database is away', () => {
    expect(at(server, 'livenessProbe.httpGet.path')).toBe('/healthz')
    expect(at(server, 'readinessProbe.httpGet.path')).toBe('/readyz')
  })
})

describe('the pods', () => {
  test.each(Object.entries({ serverPod, migrationPod }))('%s has no right that it does not need', (_name, pod) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      serviceAccountName: at(ofKind('ServiceAccount'), 'metadata.name'),
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(containerOf(pod)['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('run commands of the tree, and otherwise the server', () => {
    const [program, file] = asArray(containerOf(migrationPod)['command'])
    expect([program, existsSync(join(project, asString(file)))]).toEqual(['node', true])
    expect(server['command'] ?? server['args']).toBeUndefined()
  })

  test('have the same settings and the same image, which is named in one place', () => {
    const migration = containerOf(migrationPod)
    for (const what of ['envFrom', 'volumeMounts', 'image']) expect(migration[what]).toEqual(server[what])
    expect(migrationPod['volumes']).toEqual(serverPod['volumes'])
    expect(kustomization['images']).toMatchObject([{ name: server['image'] }])
    expect(server['envFrom']).toEqual([{ configMapRef: { name: at(ofKind('ConfigMap'), 'metadata.name') } }])
  })
})

/** What the server would read of the ConfigMap, with a Secret as docs/how-to/kubernetes.md makes it. */
function readMounted() {
  const mounted = asString(asObject(asArray(server['volumeMounts'])[0])['mountPath'])
  writeFileSync(join(scratch, 'DATABASE_URL'), 'postgres://service@database/instances')
  writeFileSync(join(scratch, 'ENCRYPTION_KEYS'), `1:${randomBytes(32).toString('base64')}\n`)
  const variables: NodeJS.ProcessEnv = { NODE_ENV: 'production' }
  for (const [name, value] of Object.entries(configuration)) variables[name] = asString(value).replace(mounted, scratch)
  return readConfig(variables)
}

/** Throws where a value is not what Kubernetes takes. Fields that it does not know pass. */
function validate(module: unknown, manifest: JsonObject): void {
  const Model = isObject(module) ? module[asString(manifest['kind'])] : undefined
  if (typeof Model !== 'function') throw new Error(`Kubernetes has no ${asString(manifest['kind'])}.`)
  const model: unknown = Reflect.construct(Model, [manifest])
  if (!isModel(model)) throw new Error('A model can be validated.')
  model.validate()
}

function isModel(value: unknown): value is { validate(): void } {
  return isObject(value) && typeof value['validate'] === 'function'
}
