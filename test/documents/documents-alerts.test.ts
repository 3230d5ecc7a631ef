import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { readContract } from '../../contract/document.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { project } from '../walks/copy.ts'

/** The alerts for Prometheus, against its own grammar and the metrics of a server. */
const file = asObject(parse(readFileSync(join(project, 'deploy/prometheus/alerts.yaml'), 'utf8')))
const rules = asArray(file['groups']).flatMap((group) => asArray(asObject(group)['rules']).map(asObject))
const named = rules.map((rule) => ({ alert: asString(rule['alert']), expr: asString(rule['expr']), rule }))

let service: TestService
let exposed: Set<string>
beforeAll(async () => {
  service = await startTestService()
  const text = await (await fetch(`${service.managementUrl}/metrics`)).text()
  exposed = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  )
})
afterAll(() => service.close())

/** The texts of the nodes of an expression that have this name in the grammar. */
function textsOf(expr: string, name: string): string[] {
  const texts: string[] = []
  parser.parse(expr).iterate({
    enter: (node) => {
      if (node.type.isError ? name === 'error' : node.name === name) texts.push(expr.slice(node.from, node.to))
    },
  })
  return texts
}

describe.each(named)('the alert $alert', ({ expr, rule }) => {
  test('is PromQL', () => {
    expect(textsOf(expr, 'error')).toEqual([])
    expect(textsOf(`${expr} )`, 'error')).not.toEqual([])
  })

  test('asks for metrics that a server has, and for operations of the contract', async () => {
    const metrics = textsOf(expr, 'VectorSelector').map((selector) => /^\w+/.exec(selector)?.[0])
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.filter((name) => !exposed.has(name ?? ''))).toEqual([])
    const { operations } = await readContract()
    const wanted = [...expr.matchAll(/operation[!=~]+"([^"]*)"/g)].flatMap(([, ids = '']) => ids.split('|'))
    expect(wanted.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([])
  })

  test('says what is wrong and what to do', () => {
    expect(Object.keys(rule).filter((key) => !['alert', 'expr', 'for', 'labels', 'annotations'].includes(key))).toEqual(
      [],
    )
    expect(rule['for'] ?? '5m').toMatch(/^\d+[smh]$/)
    expect(['critical', 'warning']).toContain(asObject(rule['labels'])['severity'])
    const { summary, description } = asObject(rule['annotations'])
    expect([summary, description].map((text) => asString(text).endsWith('.'))).toEqual([true, true])
  })
})

test('no two alerts have one name', () => {
  expect(new Set(named.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(rules.length).toBeGreaterThan(5)
})
