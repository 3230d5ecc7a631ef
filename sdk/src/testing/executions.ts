import { etagOf } from '../../../contract/rules/etag.ts'
import * as rules from '../../../contract/rules/executions.ts'
import { describeValue } from '../../../contract/rules/payload.ts'
import { priceOperations } from '../../../contract/rules/prices.ts'
import { ledgerEntryNotFound, twuModelVersionNotFound, versionNotPublished } from '../../../contract/rules/refusals.ts'
import { compileModel, evaluateModel } from '../../../contract/rules/twu/evaluate.ts'
import type { ExecutionReport } from '../../../spec/gen/openapi.gen.ts'
import { knownAgents } from './shares.ts'
import { pricesOf } from './prices-of.ts'
import type { Context, Instance, Operation } from './operation.ts'
import { appendEntryChange } from './record.ts'

export const reportExecution: Operation<'reportExecution'> = ({ path, body }, context) => {
  const { instanceId, modelId } = path
  const reported = report(context, modelId, body)
  if ('problem' in reported) return reported
  const { isNew, entry } = reported
  const ETag = etagOf(Date.parse(entry.updatedAt))
  if (!isNew) return { status: 200, headers: { ETag }, body: entry }
  return { status: 201, headers: { ETag, Location: `/instances/${instanceId}/work-ledger/${entry.id}` }, body: entry }
}

export const reportExecutions: Operation<'reportExecutions'> = ({ body }, context) => {
  const results = body.map(({ modelId, ...each }) => {
    const reported = rules.checkSize(each) ?? report(context, modelId, each)
    if ('problem' in reported) return rules.toExecutionResult(each.id, reported)
    return rules.toExecutionResult(each.id, { status: reported.isNew ? 201 : 200, body: reported.entry })
  })
  return { status: 200, body: { results } }
}

export const listWorkLedgerOperations: Operation<'listWorkLedgerOperations'> = ({ path, query }, { instance }) => {
  if (!instance.ledger.has(path.entryId)) return ledgerEntryNotFound
  return rules.listOperations(instance.executions.get(path.entryId)?.report.operations ?? [], path, query)
}

function report(context: Context, modelId: string, body: ExecutionReport) {
  const { instance, now, origin } = context
  const reportedBy = String(origin.actor.id)
  const sent: rules.SentExecution = { modelId, report: body, reportedBy, sent: describeValue([modelId, body]) }
  const stored = findStored(instance, body.id)
  const decided = rules.checkReport(body) ?? rules.decide(sent, stored)
  const present = instance.ledger.get(body.id)
  if (decided === 'unchanged' && present) return { isNew: false, entry: present }
  if (typeof decided === 'object') return decided
  const agents = knownAgents(instance.agents)
  const contradicts = rules.checkAgents(body, agents)
  if (contradicts) return contradicts
  const version = findVersion(instance, sent, stored)
  if ('problem' in version) return version
  const operations = priceOperations(body.operations, pricesOf(instance))
  const tooDear = rules.checkPriced(operations)
  if (tooDear) return tooDear
  const execution = { ...sent, report: { ...body, operations } }
  const updatedAt = now()
  const times = { createdAt: stored?.createdAt ?? updatedAt, updatedAt }
  const entry = rules.toEntry(execution, version, evaluateModel(compileModel(version), operations), times, agents)
  instance.ledger.set(entry.id, entry)
  instance.executions.set(entry.id, execution)
  if (rules.isFlagged(entry)) {
    const { status, policyStatus, missedPolicies } = entry
    appendEntryChange(context, 'flagged', entry, null, { status, policyStatus, missedPolicies })
  }
  return { isNew: !stored, entry }
}

function findStored({ ledger, executions }: Instance, id: string): rules.StoredExecution | undefined {
  const entry = ledger.get(id)
  if (!entry) return undefined
  const { modelId = null, modelVersion = null } = entry
  const { reportedBy = null, sent = null } = executions.get(id) ?? {}
  return { ...entry, modelId, modelVersion, reportedBy, sent }
}

function findVersion({ models }: Instance, sent: rules.SentExecution, stored: rules.StoredExecution | undefined) {
  const versions = models.get(sent.modelId)?.versions.map(({ item }) => item)
  const newest = versions?.findLast(({ status }) => status === 'published')
  const chosen = rules.chooseVersion(sent, stored, versions && { publishedVersion: newest?.version ?? null })
  if (typeof chosen !== 'number') return chosen
  const version = versions?.[chosen - 1]
  if (!version) return twuModelVersionNotFound(chosen)
  return version.status === 'DRAFT' ? versionNotPublished : version
}
