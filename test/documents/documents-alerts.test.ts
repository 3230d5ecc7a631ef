import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { readContract } from '../../contract/document.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { project } from '../walks/copy.ts'

/** The alerts for Prometheus and the board for Grafana, against Prometheus' own grammar and the metrics of a server. */
const file = asObject(parse(readFileSync(join(project, 'deploy/prometheus/alerts.yaml'), 'utf8')))
const rules = asArray(file['groups']).flatMap((group) => asArray(asObject(group)['rules']).map(asObject))
const named = rules.map((rule) => ({ alert: asString(rule['alert']), expr: asString(rule['expr']), rule }))

const board = asObject(JSON.parse(readFileSync(join(project, 'deploy/grafana/board.json'), 'utf8')))
const panels = asArray(board['panels']).map(asObject)
const shown = panels.flatMap((panel) =>
  asArray(panel['targets'] ?? []).map((target) => {
    // Grafana puts these in before it asks.
    const expr = asString(asObject(target)['expr']).replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
    return { title: asString(panel['title']), expr }
  }),
)

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

function metricsOf(expr: string): string[] {
  return textsOf(expr, 'VectorSelector').map((selector) => /^\w+/.exec(selector)?.[0] ?? '')
}

async function expectKnown(expr: string): Promise<void> {
  const metrics = metricsOf(expr)
  expect(metrics.length).toBeGreaterThan(0)
  expect(metrics.filter((name) => !exposed.has(name))).toEqual([])
  const { operations } = await readContract()
  const wanted = [...expr.matchAll(/operation[!=~]+"([^"]*)"/g)].flatMap(([, ids = '']) => ids.split('|'))
  expect(wanted.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([])
}

describe.each(named)('the alert $alert', ({ expr, rule }) => {
  test('is PromQL', () => {
    expect(textsOf(expr, 'error')).toEqual([])
    expect(textsOf(`${expr} )`, 'error')).not.toEqual([])
  })

  test('asks for metrics that a server has, and for operations of the contract', async () => {
    await expectKnown(expr)
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

describe('the board', () => {
  test.each(shown)('$title asks in PromQL for metrics that a server has: $expr', async ({ expr }) => {
    expect(textsOf(expr, 'error')).toEqual([])
    await expectKnown(expr)
    const labels = ['operation', 'method', 'status', 'outcome', 'instance', 'le']
    expect(textsOf(expr, 'LabelName').filter((label) => !labels.includes(label))).toEqual([])
  })

  test('shows every metric of which an alert or the page of operations tells', () => {
    const onBoard = shown.flatMap(({ expr }) => metricsOf(expr))
    expect(named.flatMap(({ expr }) => metricsOf(expr)).filter((name) => !onBoard.includes(name))).toEqual([])
    const page = readFileSync(join(project, 'docs/operations.md'), 'utf8')
    const told = [...page.matchAll(/^\| `(\w+_(?:seconds|total|waiting|used))`/gm)].map(([, name = '']) => name)
    expect(told.length).toBeGreaterThan(6)
    expect(told.filter((name) => !onBoard.some((one) => one.startsWith(name)))).toEqual([])
  })

  test('has a source that is chosen, and places that do not overlap', () => {
    for (const panel of panels.filter(({ type }) => type !== 'row'))
      expect(panel['datasource']).toEqual({ type: 'prometheus', uid: '${datasource}' })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos }) => {
      const [x, y, w, h] = ['x', 'y', 'w', 'h'].map((side) => Number(asObject(gridPos)[side]))
      return Array.from({ length: (w ?? 0) * (h ?? 0) }, (_, at) => {
        return `${(x ?? 0) + (at % (w ?? 1))} ${(y ?? 0) + Math.floor(at / (w ?? 1))}`
      })
    })
    expect(new Set(cells).size).toBe(cells.length)
    expect(cells.filter((cell) => Number(cell.split(' ')[0]) > 23)).toEqual([])
  })
})
