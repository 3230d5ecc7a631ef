import type { Client } from 'pg'
import { asArray, asObject, isObject, type JsonObject } from '../../../contract/json.ts'
import { citusUrl } from '../programs/citus.ts'
import type { Statement } from './capture.ts'

/**
 * What keeps a statement from running on the one worker of Citus that has the instance; null when nothing does. The
 * statement is planned with its values, and does not run. Where the tests run on Citus, its own planner says how it distributes
 * the statement. In any case PostgreSQL's planner has to find one and the same instance for every distributed table.
 */
export async function findRoutingFault(client: Client, { text, values, workers }: Statement): Promise<string | null> {
  // Plans do not show to which workers Citus copies what one part of a statement found for another.
  if (workers.size > 1) return `Citus asked ${[...workers].join(' and ')}`
  const called = /on conflict .*do update(?:(?!returning).)*?(\w+) *\(/is.exec(text)?.[1]
  if (called !== undefined && !/^(and|or|not|in|where|set)$/i.test(called))
    return `"on conflict do update" calls ${called}()`
  const distributed = await findDistributedTables(client)
  if (/\bpgboss\./.test(text)) return findJoinWithJobs(text, distributed)
  try {
    const explained = await client.query<JsonObject>(`explain (verbose, costs off, format json) ${text}`, [...values])
    const [plan] = asArray(explained.rows[0]?.['QUERY PLAN'])
    return citusUrl ? findCitusFault(plan) : findPlanFault(plan, distributed)
  } catch (error) {
    return `it cannot be planned: ${error instanceof Error ? error.message : String(error)}`
  }
}

function findCitusFault(plan: unknown): string | null {
  const objects = [...objectsIn(plan)]
  const shards = Math.max(0, ...objects.map((object) => Number(object['Task Count'] ?? 0)))
  if (shards > 1) return `Citus runs it on ${shards} shards`
  // What reads only rows that other parts of the statement have found may run anywhere.
  const onShards = objects.filter(({ Query }) => /\bpublic\.\w+_\d+\b/.test(String(Query)))
  const nodes = new Set(onShards.map(({ Node }) => Node))
  return nodes.size > 1 ? `Citus runs it on ${nodes.size} nodes` : null
}

/** The tables of jobs are on the coordinator, and in no database of these tests: their statements cannot be planned. */
function findJoinWithJobs(text: string, distributed: ReadonlySet<string>): string | null {
  const tables = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/gi)].map(([, table = '']) => table)
  const joined = tables.find((table) => distributed.has(table))
  return joined === undefined ? null : `it joins jobs with ${joined}`
}

function findPlanFault(plan: unknown, distributed: ReadonlySet<unknown>): string | null {
  const nodes = [...objectsIn(plan)].filter((node) => 'Node Type' in node)
  const onDistributed = nodes.filter((node) => distributed.has(node['Relation Name']))
  const instances = new Set<string>()
  for (const node of onDistributed) {
    const found = instancesOf(node)
    if (found === null) continue
    if (found.length === 0) return `it takes no certain instance for ${String(node['Relation Name'])}`
    for (const instance of found) instances.add(instance)
  }
  return instances.size > 1 ? `it takes several instances: ${[...instances].join(', ')}` : null
}

/** The instances that a scan or an insertion is limited to. Null for a node that only changes rows of a scan below it. */
function instancesOf(node: JsonObject): string[] | null {
  if (node['Operation'] === 'Insert') {
    // The first column of every distributed table is the instance.
    const source = asArray(node['Plans']).find((plan) => asObject(plan)['Parent Relationship'] === 'Outer')
    const [first] = asArray(asObject(source)['Output'])
    return literalsIn(first, /^('(?:[^']|'')*')::text$/g)
  }
  if (node['Operation'] !== undefined) return null
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) => node[name])
  return literalsIn(conditions.join(' and '), /\binstance_id = ('(?:[^']|'')*')::text/g)
}

function literalsIn(text: unknown, literal: RegExp): string[] {
  return [...String(text).matchAll(literal)].map(([, found = '']) => found)
}

async function findDistributedTables(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'instance_id'
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Every object in a value, from the outside in. */
function* objectsIn(value: unknown): Generator<JsonObject> {
  if (isObject(value)) yield value
  const parts = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : []
  for (const part of parts) yield* objectsIn(part)
}
