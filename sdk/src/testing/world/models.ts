import type {
  TwuAttributeType,
  TwuModelInput,
  WorkLedgerEntry,
  WorkOperation,
} from '../../../../spec/gen/openapi.gen.ts'
import { findPrice, groupPrices } from '../../../../contract/rules/prices.ts'
import type { TwuModelSeed } from '../seed.ts'
import { doneBy, doneByPerson } from './agents.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/** The published model of the work on an entity of the ledger, such as `order-48-1177`. */
export function findModel(entityId: string): Model | undefined {
  return models.find(({ entity, stages }) => entityId.startsWith(`${entity}-`) && stages.includes('published'))
}

/** What was done for such an entry: a check, which some forgot, and what was decided. The earlier half was long ago. */
export function workOf(
  { entityId, createdAt, actors, activeTime, cost }: WorkLedgerEntry,
  at: number,
): WorkOperation[] {
  const model = findModel(entityId)
  const [first = 'AI', last = first] = actors
  if (!model) return []
  const [[check, act, done], [measured, , most], [checker, doer]] = [model.work, model.sum, model.agents]
  const isChecked = at % 9 !== 4
  const share = (actor: WorkOperation['actor'], agent: string, part: number) => {
    const by = actor === 'AI' ? doneBy(agent, activeTime * part, at < 100) : doneByPerson(at)
    const charged = { cost: Math.round(cost * part * costOf[actor] * 10_000) / 10_000 }
    return {
      actor,
      startedAt: createdAt,
      activeTime: Math.round(activeTime * part * 100) / 100,
      // The prices say what tokens cost.
      ...(cost > 0 && !findPrice(prices, by.aiModel ?? '', createdAt) && charged),
      ...by,
    }
  }
  const attributes = { [measured]: Math.round((most * ((at * 37) % 120)) / 100) }
  return [
    ...(isChecked ? [{ action: check, ...share(first, checker, 0.2) }] : []),
    { action: act, event: done, ...share(last, doer, isChecked ? 0.8 : 1), attributes },
  ]
}

export const prices = groupPrices(vocabulary.modelPrices)

/** People cost little here: what AI costs is what lists and charts are to show first. */
const costOf = { AI: 1, HUMAN: 0.05 }

/** Published models were created long before; their work is older than the ledger tells. Their ids are the same everywhere. */
export function createModels(newest: string): TwuModelSeed[] {
  return models.map((model, at) => ({
    id: `01980000-0000-7000-8001-${String(at + 1).padStart(12, '0')}`,
    versions: model.stages.map((status, nth) => {
      // Drafts are younger than the oldest work of which operations are told; what is published is older.
      const createdAt = daysBefore(newest, (status === 'DRAFT' ? 150 : 240) - at * 10 - nth * 8)
      const isLast = nth === model.stages.length - 1
      return {
        ...define(model, isLast),
        status,
        createdAt,
        updatedAt: createdAt,
        publishedAt: status === 'DRAFT' ? null : createdAt,
        archivedAt: status === 'archived' ? daysBefore(createdAt, -8) : null,
      }
    }),
  }))
}

/** What every model says: what the work cost, what it came to, and that it was checked. Newer versions say who may decide. */
function define({ name, description, entity, attributes: types, work, sum }: Model, isNewest: boolean) {
  const [[check, act, done], [measured, unit, most]] = [work, sum]
  const decides = `operations.all(o, o.action != "${act}" || o.actor == "HUMAN"`
  const total = `operations.filter(o, o.action == "${act}" && "${measured}" in o.attributes)`
  const spent = { startedAt: '2026-11-02T09:30:00.000Z', activeTime: 30, cost: 0.25 }
  const checked: WorkOperation = { action: check, actor: 'AI', ...spent }
  const attributes = { [measured]: most / 2 }
  const finished: WorkOperation = { action: act, actor: 'HUMAN', ...spent, event: done, attributes }
  const checkedFirst = {
    name: 'checkedFirst',
    description: `The work includes "${check}".`,
    expression: `operations.exists(o, o.action == "${check}")`,
    otherwise: 'non_compliant' as const,
  }
  const largeByPerson = {
    name: 'largeByPerson',
    description: `Above ${most} ${unit}, only a person may do "${act}".`,
    expression: `${decides} || !("${measured}" in o.attributes) || o.attributes.${measured} <= ${most}.0)`,
    otherwise: 'review_required' as const,
  }
  return {
    name,
    description,
    entities: [{ name: entity, attributes: Object.entries(types).map(([name, type]) => ({ name, type })) }],
    actions: [
      { name: check, entity, actors: ['AI'] },
      { name: act, entity, actors: ['AI', 'HUMAN'] },
    ],
    events: [{ name: done, entity, action: act }],
    outcomes: [
      { name: 'cost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' },
      { name: measured, expression: `sum(${total}.map(o, o.attributes.${measured}))`, unit },
      { name: 'humanTouches', expression: 'size(operations.filter(o, o.actor == "HUMAN"))' },
    ],
    policies: isNewest ? [checkedFirst, largeByPerson] : [checkedFirst],
    cases: [
      {
        name: 'Checked, and finished by a person',
        operations: [checked, finished],
        outcomes: { cost: 0.5, [measured]: most / 2, humanTouches: 1 },
        policyStatus: 'compliant' as const,
      },
      { name: 'Not checked', operations: [finished], policyStatus: 'non_compliant' as const },
    ],
  } satisfies Partial<TwuModelInput>
}

export function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * 86_400_000).toISOString()
}

/** `sum` is the attribute that is added up; work with more than `most` of it is for people. */
interface Model {
  name: string
  description: string
  entity: string
  attributes: Readonly<Record<string, TwuAttributeType>>
  /** Two actions, and the event of the second one. */
  work: readonly [check: string, act: string, done: string]
  sum: readonly [attribute: string, unit: string, most: number]
  stages: readonly ('DRAFT' | 'published' | 'archived')[]
  /** The AI that checks, and the one that does what is decided. */
  agents: readonly [checks: string, acts: string]
}

const models: readonly Model[] = [
  {
    name: 'Refund handling',
    description: 'Decides about refunds of orders, and pays them.',
    entity: 'order',
    attributes: { number: 'string', refunded: 'number', reason: 'string' },
    work: ['checkPolicy', 'payRefund', 'refundPaid'],
    sum: ['refunded', 'USD', 500],
    stages: ['archived', 'published'],
    agents: ['Policy checker', 'Refund clerk'],
  },
  {
    name: 'Ticket triage',
    description: 'Reads tickets of customers, and gives them to the queue that can answer.',
    entity: 'ticket',
    attributes: { number: 'string', effort: 'number', queue: 'string' },
    work: ['readTicket', 'routeTicket', 'ticketRouted'],
    sum: ['effort', 'min', 60],
    stages: ['published'],
    agents: ['Summariser', 'Triage'],
  },
  {
    name: 'Invoice check',
    description: 'Compares invoices with orders and goods receipts before they are paid.',
    entity: 'invoice',
    attributes: { number: 'string', approved: 'number', taxRate: 'number' },
    work: ['compareWithOrder', 'approveInvoice', 'invoiceApproved'],
    sum: ['approved', 'USD', 10000],
    stages: ['published', 'DRAFT'],
    agents: ['Invoice reader', 'Invoice reader'],
  },
  {
    name: 'Contract review',
    description: 'Reads contracts, marks clauses at risk, and proposes changes.',
    entity: 'contract',
    attributes: { title: 'string', clauses: 'number', signedOn: 'timestamp' },
    work: ['findClauses', 'proposeChanges', 'changesProposed'],
    sum: ['clauses', 'clauses', 20],
    stages: ['published', 'published'],
    agents: ['Contract reader', 'Contract reader'],
  },
  {
    name: 'Customer onboarding',
    description: 'Collects what a new customer has to prove, and opens the account.',
    entity: 'customer',
    attributes: { company: 'string', documents: 'number', country: 'string' },
    work: ['verifyIdentity', 'openAccount', 'accountOpened'],
    sum: ['documents', 'documents', 12],
    stages: ['published'],
    agents: ['Fraud watcher', 'Onboarding guide'],
  },
  {
    name: 'Claim assessment',
    description: 'Assesses claims of the insured, and settles them.',
    entity: 'claim',
    attributes: { policy: 'string', settled: 'number', isUrgent: 'boolean' },
    work: ['inspectEvidence', 'settleClaim', 'claimSettled'],
    sum: ['settled', 'USD', 2500],
    stages: ['archived', 'published', 'DRAFT'],
    agents: ['Fraud watcher', 'Fraud watcher'],
  },
  {
    name: 'Candidate screening',
    description: 'Compares applications with what a position asks for, and invites candidates.',
    entity: 'candidate',
    attributes: { position: 'string', score: 'number', appliedOn: 'timestamp' },
    work: ['readApplication', 'inviteCandidate', 'candidateInvited'],
    sum: ['score', 'points', 80],
    stages: ['published'],
    agents: ['Summariser', 'Lead scorer'],
  },
  {
    name: 'Purchase approval',
    description: 'Approves requisitions within the budget of a department.',
    entity: 'requisition',
    attributes: { department: 'string', spent: 'number', supplier: 'string' },
    work: ['checkBudget', 'approvePurchase', 'purchaseApproved'],
    sum: ['spent', 'USD', 5000],
    stages: ['published', 'DRAFT'],
    agents: ['Policy checker', 'Stock planner'],
  },
  {
    name: 'Subscription cancellation',
    description: 'Ends subscriptions in time, and pays back what was paid for later.',
    entity: 'subscription',
    attributes: { plan: 'string', credited: 'number', endsOn: 'timestamp' },
    work: ['checkTerm', 'endSubscription', 'subscriptionEnded'],
    sum: ['credited', 'USD', 200],
    stages: ['published'],
    agents: ['Policy checker', 'Reply writer'],
  },
  {
    name: 'Data subject request',
    description: 'Finds what is stored of a person, and answers with it or deletes it.',
    entity: 'request',
    attributes: { person: 'string', records: 'number', dueOn: 'timestamp' },
    work: ['verifyRequester', 'answerRequest', 'requestAnswered'],
    sum: ['records', 'records', 1000],
    stages: ['published', 'published'],
    agents: ['Query writer', 'Knowledge editor'],
  },
  {
    name: 'Goodwill refund',
    description: 'Pays something to a customer without a claim, to keep the customer.',
    entity: 'order',
    attributes: { number: 'string', granted: 'number', reason: 'string' },
    work: ['weighHistory', 'grantRefund', 'refundGranted'],
    sum: ['granted', 'USD', 100],
    stages: ['DRAFT'],
    agents: ['Policy checker', 'Refund clerk'],
  },
  {
    name: 'Fraud screening',
    description: 'Looks for claims that do not fit together, and stops their payment.',
    entity: 'claim',
    attributes: { policy: 'string', risk: 'number', isKnown: 'boolean' },
    work: ['compareClaims', 'stopPayment', 'paymentStopped'],
    sum: ['risk', 'points', 70],
    stages: ['archived'],
    agents: ['Fraud watcher', 'Fraud watcher'],
  },
]
