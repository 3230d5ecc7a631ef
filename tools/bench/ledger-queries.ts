export interface LedgerQuery {
  name: string
  /** Below the instance. Default: the list. */
  path?: string
  query: Record<string, string | number>
  /** The page begins, by cursor, behind this share (0 to 1) of the sorted entries. */
  depth?: number
}

const month = { createdFrom: '2026-10-01T00:00:00Z', createdTo: '2026-10-31T23:59:59.999Z' }

/** Every documented filter and sort alone, every kind of search, and combinations that people use. */
export const ledgerQueries: readonly LedgerQuery[] = [
  { name: 'first page', query: {} },
  ...['createdAt', 'updatedAt', 'cost', 'activeTime'].flatMap((field) => [
    { name: `sort ${field},asc`, query: { sort: `${field},asc` } },
    { name: `sort ${field},desc`, query: { sort: `${field},desc` } },
  ]),
  { name: 'page 400 of 20', query: { page: 400 } },
  { name: '200 a page', query: { size: 200 } },
  { name: 'cursor at 1 %', query: {}, depth: 0.01 },
  { name: 'cursor at 50 %', query: {}, depth: 0.5 },
  { name: 'cursor at 99 %', query: {}, depth: 0.99 },
  { name: 'cursor at 50 %, cost', query: { sort: 'cost,desc' }, depth: 0.5 },
  { name: 'cursor at 50 %, failed', query: { status: 'failed' }, depth: 0.5 },
  { name: 'status completed (80 %)', query: { status: 'completed' } },
  { name: 'status failed (6 %)', query: { status: 'failed' } },
  { name: 'type', query: { type: 'TWU' } },
  { name: 'type that is not there', query: { type: 'NOTHING' } },
  { name: 'policyStatus non_compliant (2 %)', query: { policyStatus: 'non_compliant' } },
  { name: 'actors HYBRID', query: { actors: 'HYBRID' } },
  { name: 'modelName', query: { modelName: 'Refund handling' } },
  { name: 'costMin', query: { costMin: 5 } },
  { name: 'costMin, costMax', query: { costMin: 1, costMax: 2 } },
  { name: 'timeMin, timeMax', query: { timeMin: 60, timeMax: 90 } },
  { name: 'timeMin, narrow', query: { timeMin: 600, timeMax: 600.5 } },
  { name: 'created in a month', query: month },
  {
    name: 'created in an hour',
    query: { createdFrom: '2026-03-02T10:00:00Z', createdTo: '2026-03-02T11:00:00Z' },
  },
  { name: 'entityId that is not there', query: { entityId: 'order-48-1177' } },
  { name: 'search, common word', query: { search: 'refund' } },
  { name: 'search, one company', query: { search: 'Tanaka Logistics' } },
  { name: 'search, nothing', query: { search: 'zqxwvk' } },
  { name: 'search, an entity', query: { search: 'order-75-3111191' } },
  { name: 'failed and non_compliant', query: { status: 'failed', policyStatus: 'non_compliant' } },
  {
    name: 'review_required by AI, dearest first',
    query: { policyStatus: 'review_required', actors: 'AI', sort: 'cost,desc' },
  },
  {
    name: 'failed refunds, longest first',
    query: { status: 'failed', search: 'refund', sort: 'activeTime,desc' },
  },
  { name: 'model and cost', query: { modelName: 'Ticket triage', costMin: 1 } },
  { name: 'agentId', query: { agentId: 'agent-1' } },
  { name: 'agentId, page 100', query: { agentId: 'agent-1', page: 99 } },
  { name: 'agentId, dearest first', query: { agentId: 'agent-1', sort: 'cost,desc' } },
  { name: 'aiModel', query: { aiModel: 'model-1' } },
]

/** The slowest combinations that we know of. */
export const hardQueries: readonly LedgerQuery[] = [
  { name: 'search, three letters, nothing', query: { search: 'zzz' } },
  { name: 'search, common letters', query: { search: 'tion of the' } },
  { name: 'search, part of an id', query: { search: '-4a7' } },
  {
    name: 'rare, in an order against it',
    query: {
      status: 'failed',
      policyStatus: 'non_compliant',
      actors: 'HUMAN',
      timeMin: 600,
      sort: 'cost,asc',
    },
  },
  { name: 'ranges that exclude each other', query: { costMin: 100, timeMax: 1 } },
  { name: 'long work, cheapest first', query: { timeMin: 600, costMin: 0.01, sort: 'cost,asc' } },
  { name: 'a month, dearest first', query: { ...month, sort: 'cost,desc' } },
  { name: 'a month, search, cheapest first', query: { ...month, search: 'refund', sort: 'cost,asc' } },
  { name: 'search, signs', query: { search: '@@@' } },
  { name: 'search, common words, nowhere', query: { search: 'refund customer order' } },
  { name: 'search, one company, dearest first', query: { search: 'Tanaka Logistics', sort: 'cost,desc' } },
  { name: 'model and cost, page 500', query: { modelName: 'Ticket triage', costMin: 1, page: 499 } },
  {
    name: 'failed refunds, page 500',
    query: { status: 'failed', search: 'refund', sort: 'activeTime,desc', page: 499 },
  },
]

const path = '/work-ledger/summary'

export const summaries: readonly LedgerQuery[] = [
  ...['status', 'policyStatus', 'actors', 'modelName', 'day', 'agent', 'aiModel'].map((groupBy) => ({
    name: `by ${groupBy}`,
    path,
    query: { groupBy },
  })),
  { name: 'by day, a month', path, query: { groupBy: 'day', ...month } },
  { name: 'by agent, a month', path, query: { groupBy: 'agent', ...month } },
]

/** What an agent did in so many days, beside as many days before. */
export const agentWork: readonly LedgerQuery[] = [
  { name: '30 days', from: '2026-10-23' },
  { name: '90 days', from: '2026-08-24' },
  { name: '30 days in Kathmandu', from: '2026-10-23', timeZone: 'Asia/Kathmandu' },
].map(({ name, ...query }) => ({ name, path: '/agents/agent-1/work', query: { ...query, to: '2026-11-21' } }))
