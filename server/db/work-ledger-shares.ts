import { sharesOf, type KnownAgents, type Share } from '../../contract/rules/shares.ts'
import type {
  TokenSums,
  WorkLedgerEntry,
  WorkLedgerGroup,
  WorkLedgerRest,
  WorkOperation,
} from '../../spec/gen/openapi.gen.ts'
import type { Database } from './database.ts'
import { isAnyGiven, whereAmong } from './query/conditions.ts'
import { insertRows, planned, prepared } from './query/query.ts'
import { rounded } from './work-ledger-days.ts'
import { selectMatches, type WorkLedgerFilter } from './work-ledger-filter.ts'

/** The shares of an entry, each with the name that its agent had then. */
export interface EntryShares {
  entryId: string
  createdAt: string
  shares: readonly (Share & { agentName: string | null })[]
}

/** The shares that operations have in an entry, with the names that their agents have now. */
export function toEntryShares(
  { id, createdAt }: Pick<WorkLedgerEntry, 'id' | 'createdAt'>,
  operations: readonly WorkOperation[],
  agents: KnownAgents,
): EntryShares {
  const nameOf = (agentId: string | null) => agents.get(agentId ?? '')?.name ?? null
  const shares = sharesOf(operations).map((share) => ({ ...share, agentName: nameOf(share.agentId) }))
  return { entryId: id, createdAt, shares }
}

/** Inserts the shares of entries that have none. */
export async function insertShares(
  transaction: Database,
  instanceId: string,
  entries: readonly EntryShares[],
): Promise<void> {
  const rows = entries.flatMap(toRows)
  if (rows.length === 0) return
  await prepared(transaction, insertRows(transaction, 'work_ledger_shares', instanceId, columns, rows))
}

export async function deleteShares(transaction: Database, instanceId: string, entryIds: string[]): Promise<void> {
  await transaction('work_ledger_shares')
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'entry_id', entryIds)
    .delete()
}

/**
 * The sums of the shares in the matching entries by agent or by AI model, of all together, and of the groups with most entries.
 * An agent has its name, or the last that it had.
 */
export async function sumShares(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  groupBy: 'agent' | 'aiModel',
  most: number,
): Promise<{ all: WorkLedgerRest; groups: WorkLedgerGroup[]; isTruncated: boolean }> {
  const [column, counts] = groupBy === 'agent' ? ['agent_id', 'counts_for_agent'] : ['ai_model', 'counts_for_ai_model']
  const shares = db('work_ledger_shares').where({ instance_id: instanceId }).whereNotNull(column)
  if (isAnyGiven(...Object.values(filter)))
    shares.whereIn('entry_id', selectMatches(db, instanceId, filter).select('id'))
  const statement = db.raw(
    `with sums as (
       select :column: as key, count(*) filter (where :counts:) as count,
              ${rounded('cost')} as cost, ${rounded('active_time')} as active_time,
              ${total('without_cost')} as without_cost, ${sumOfTokens} as usage, count(*) over () - 1 as groups
         from (:shares) share group by grouping sets ((:column:), ())
        order by grouping(:column:) desc, count desc, :column: collate "C" limit :limit
     )
     select *, ${groupBy === 'agent' ? nameOfKey : 'null'} as name from sums`,
    { column, counts, shares, instanceId, limit: most + 1 },
  )
  const [all, ...groups] = await planned<SumsRow>(db, statement)
  if (!all) throw new Error('A sum over everything has a row.')
  return {
    all: toSums(all),
    groups: groups.map((row) => toGroup(row, groupBy)),
    isTruncated: all.groups > groups.length,
  }
}

/** The last name of an agent that operations name; null where none does. */
export async function findLastName(
  db: Database,
  instanceId: string,
  agentId: string,
): Promise<{ name: string | null } | null> {
  const named = db('work_ledger_shares').where({ instance_id: instanceId, agent_id: agentId })
  const latest = named
    .clone()
    .whereNotNull('agent_name')
    .orderBy(['created_at', 'entry_id'].map((column) => ({ column, order: 'desc' })))
  const [found] = await planned<{ name: string }>(db, latest.select({ name: 'agent_name' }).limit(1))
  if (found) return found
  const [any] = await planned(db, named.select('entry_id').limit(1))
  return any ? { name: null } : null
}

/** The name that the agent has, or had when it last did something under a name. */
const nameOfKey = `coalesce(
  (select name from agents where instance_id = :instanceId and id = key),
  (select agent_name from work_ledger_shares where instance_id = :instanceId and agent_id = key and agent_name is not null
    order by created_at desc, entry_id desc limit 1))`

function toGroup({ key, name, count, ...sums }: SumsRow, groupBy: 'agent' | 'aiModel'): WorkLedgerGroup {
  return { key, ...(groupBy === 'agent' && { name }), count, ...toSums(sums) }
}

function toSums({ cost, active_time, without_cost, usage }: Omit<SumsRow, 'key' | 'name' | 'count' | 'groups'>) {
  return { cost, activeTime: active_time, withoutCost: without_cost, usage }
}

interface SumsRow {
  key: string
  name: string | null
  count: number
  cost: number
  active_time: number
  without_cost: number
  usage: TokenSums
  /** How many groups there are. */
  groups: number
}

function toRows({ entryId, createdAt, shares }: EntryShares) {
  return shares.map((share, position) => ({
    entry_id: entryId,
    position,
    agent_id: share.agentId,
    agent_name: share.agentName,
    counts_for_agent: shares.findIndex(({ agentId }) => agentId === share.agentId) === position,
    counts_for_ai_model: shares.findIndex(({ aiModel }) => aiModel === share.aiModel) === position,
    ai_model: share.aiModel,
    operations: share.operations,
    active_time: share.activeTime,
    cost: share.cost,
    without_cost: share.withoutCost,
    input_tokens: share.usage.inputTokens,
    cached_input_tokens: share.usage.cachedInputTokens,
    cache_write_tokens: share.usage.cacheWriteTokens,
    output_tokens: share.usage.outputTokens,
    created_at: createdAt,
  }))
}

/** The sums of tokens, as the contract has them. */
export const sumOfTokens = `json_build_object('inputTokens', ${total('input_tokens')},
  'cachedInputTokens', ${total('cached_input_tokens')}, 'cacheWriteTokens', ${total('cache_write_tokens')},
  'outputTokens', ${total('output_tokens')})`

/** The sum of whole numbers. */
export function total(column: string): string {
  return `coalesce(sum(${column}), 0)::bigint`
}

const counts = ['counts_for_agent', 'counts_for_ai_model', 'operations', 'active_time', 'cost', 'without_cost']
const tokens = ['input_tokens', 'cached_input_tokens', 'cache_write_tokens', 'output_tokens']
const columns = ['entry_id', 'position', 'agent_id', 'agent_name', 'ai_model', ...counts, ...tokens, 'created_at']
