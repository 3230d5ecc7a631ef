import type { Knex } from 'knex'
import { noWork, toAgentWorkSums, type AddedWork, type AgentWorkRange } from '../../contract/rules/agent-work.ts'
import type { AgentWork } from '../../spec/gen/openapi.gen.ts'
import { findAgent } from './agents.ts'
import { inSnapshot } from './connection/pool.ts'
import type { Database } from './database.ts'
import { planned } from './query/query.ts'
import { dayOf, rounded } from './work-ledger-days.ts'
import { reviewIsOpen } from './work-ledger-filter.ts'
import { findLastName, sumOfTokens, total } from './work-ledger-shares.ts'

/** Null for an agent that the instance does not have, and that no operation names. */
export async function findAgentWork(
  db: Database,
  instanceId: string,
  agentId: string,
  range: AgentWorkRange,
): Promise<AgentWork | null> {
  return inSnapshot(db, async (snapshot) => {
    const agent = await findAgent(snapshot, instanceId, agentId)
    const last = agent ?? (await findLastName(snapshot, instanceId, agentId))
    if (!last) return null
    const { from, to, timeZone } = range
    const head = { id: agentId, name: last.name, exists: agent !== null, from, to, timeZone }
    return { ...head, ...toSums(await sumUp(snapshot, selectShares(snapshot, instanceId, agentId, range))) }
  })
}

function toSums(rows: readonly SumsRow[]): Pick<AgentWork, 'total' | 'before' | 'days' | 'aiModels'> {
  const sumsOf = (row: SumsRow | undefined) => toAgentWorkSums(row?.sums ?? noWork)
  const rangeOf = (isBefore: boolean) =>
    sumsOf(rows.find(({ of, is_before }) => of === 'range' && is_before === isBefore))
  return {
    total: rangeOf(false),
    before: rangeOf(true),
    days: rows.flatMap((row) => (row.of === 'day' ? [{ day: row.day, sums: sumsOf(row) }] : [])),
    aiModels: rows.flatMap((row) => (row.of === 'aiModel' ? [{ aiModel: row.ai_model, sums: sumsOf(row) }] : [])),
  }
}

type SumsRow = { sums: AddedWork; is_before: boolean | null } & (
  { of: 'day'; day: string } | { of: 'range' } | { of: 'aiModel'; ai_model: string | null }
)

/** Each share of the agent in these days and those before, with its day and the state of its entry. */
function selectShares(
  db: Database,
  instanceId: string,
  agentId: string,
  { before, from, to, days }: AgentWorkRange,
): Knex.Raw {
  const shares = db('work_ledger_shares')
    .select('*', db.raw(':day as day', { day: dayOf(db, days) }))
    .where({ instance_id: instanceId, agent_id: agentId })
    .whereBetween('created_at', [days.starts[0] ?? '', days.starts.at(-1) ?? ''])
  const entries = db('work_ledger_entries')
    .select('id', 'status', 'policy_status', 'review')
    .where({ instance_id: instanceId })
  return db.raw(
    `select share.*, status, policy_status, review, day < :from as is_before from (:shares) share join (:entries) entry on id = entry_id
      where day between :before and :to`,
    { shares, entries, before, from, to },
  )
}

/** The sums of both ranges, of each day, and by AI model, with which the agent has one share of an execution. The shares are read once. */
async function sumUp(db: Database, shares: Knex.Raw): Promise<SumsRow[]> {
  const statement = db.raw(
    `with share as materialized (:shares)
     (select case grouping(day) when 0 then 'day' else 'range' end as of, to_char(day, 'YYYY-MM-DD') as day, is_before,
             null as ai_model, ${sumsOf('counts_for_agent')}
        from share group by grouping sets ((day, is_before), (is_before)) having grouping(day) = 1 or not is_before
       order by day)
     union all
     (select 'aiModel', null, null, ai_model, ${sumsOf('true')}
        from share where not is_before group by ai_model order by sum(cost) desc, ai_model collate "C" limit 100)`,
    { shares },
  )
  return planned<SumsRow>(db, statement)
}

/** The sums of shares; `counts` is a condition of those that count their executions, so that each is counted once. */
function sumsOf(counts: string): string {
  const countOf = (condition: string) => `count(*) filter (where ${counts} and ${condition})`
  return `json_build_object('executions', ${countOf('true')}, 'failed', ${countOf(`status = 'failed'`)},
    'nonCompliant', ${countOf(`policy_status = 'non_compliant'`)}, 'openReviews', ${countOf(reviewIsOpen)},
    'decidedReviews', ${countOf('review is not null')}, 'activeTime', ${rounded('active_time')}, 'cost', ${rounded('cost')},
    'withoutCost', ${total('without_cost')}, 'usage', ${sumOfTokens}) as sums`
}
