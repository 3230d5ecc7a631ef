import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { asArray, asObject, type JsonObject } from '../../contract/json.ts'
import { project } from '../walks/copy.ts'

/** The manifests of deploy/kubernetes. */
const folder = join(project, 'deploy/kubernetes')
export const files = readdirSync(folder).filter((file) => file !== 'kustomization.yaml')
export const manifests = files.flatMap((file) => read(file).map((manifest) => ({ file, manifest })))
export const [kustomization = {}] = read('kustomization.yaml')
export const deployment = ofKind('Deployment')
export const configuration = asObject(ofKind('ConfigMap')['data'])
const pods = [deployment, ofKind('Job')].map((owner) => asObject(at(owner, 'spec.template.spec')))
export const [serverPod = {}, migrationPod = {}] = pods
export const server = containerOf(serverPod)

export function withServer(container: JsonObject): JsonObject {
  const copy = structuredClone(deployment)
  asObject(at(copy, 'spec.template.spec'))['containers'] = [container]
  return copy
}

export function containerOf(pod: JsonObject): JsonObject {
  const containers = asArray(pod['containers'])
  expect(containers).toHaveLength(1)
  return asObject(containers[0])
}

export function ofKind(kind: string): JsonObject {
  const [found, ...others] = manifests.filter(({ manifest }) => manifest['kind'] === kind)
  if (!found || others.length > 0) throw new Error(`There is not one ${kind}.`)
  return found.manifest
}

/** The value behind the names that `path` joins with dots. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((within, name) => asObject(within)[name], value)
}

function read(file: string): JsonObject[] {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => asObject(document.toJS()))
}
