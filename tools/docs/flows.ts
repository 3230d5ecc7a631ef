import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { code } from './markdown.ts'
import { documentedOperations, linkTo } from './operations.ts'

/** The workflows of `spec/flows/*.arazzo.yaml`, step by step; null when there are none. */
export function describeFlows(document: JsonObject, files = readFlows()): string | null {
  const links = new Map(documentedOperations(document).map((operation) => [operation.id, linkTo(operation)]))
  const workflows = files.flatMap((file) => asArray(asObject(file)['workflows']).map(asObject))
  if (workflows.length === 0) return null
  return [
    'What is done with several calls, in their order. They are Arazzo workflows of the contract, and are run against the service.',
    ...workflows.map((workflow) => describeWorkflow(workflow, links)),
  ].join('\n\n')
}

function describeWorkflow(workflow: JsonObject, links: ReadonlyMap<string, string>): string {
  const id = asString(workflow['workflowId'])
  const steps = asArray(workflow['steps']).map((step) => describeStep(asObject(step), id, links))
  return [
    `## ${text(workflow['summary']) || id}`,
    text(workflow['description']),
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function describeStep(step: JsonObject, workflowId: string, links: ReadonlyMap<string, string>): string {
  const description = text(step['description'])
  const end = description === '' ? '' : `: ${description}`
  if (step['operationId'] === undefined) return `${code(text(step['workflowId']) || asString(step['stepId']))}${end}`
  // With several sources an operation is named `$sourceDescriptions.<name>.<operationId>`.
  const operationId = asString(step['operationId']).split('.').at(-1) ?? ''
  const link = links.get(operationId)
  if (link === undefined) throw new Error(`The flow ${workflowId} calls ${operationId}, which is no operation.`)
  return `${link}${end}`
}

function readFlows(): unknown[] {
  const folder = new URL('../../spec/flows/', import.meta.url)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .sort()
    .map((name): unknown => parse(readFileSync(new URL(name, folder), 'utf8')))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
}
