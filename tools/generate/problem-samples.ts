import { reportOn } from '../../contract/rules/twu/report.ts'
import { preconditionFailed } from '../../contract/rules/etag.ts'
import { brokenRule, unknownName } from '../../contract/rules/faults.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { checkMetadata } from '../../contract/rules/metadata.ts'
import { foreignCursor, pageTooDeep, pageTooLarge } from '../../contract/rules/pages.ts'
import * as problems from '../../contract/rules/problems.ts'
import * as refusals from '../../contract/rules/refusals.ts'

/** An answer of the service, made by the functions with which the service makes its own, and the path of its request. */
export interface ProblemSample {
  path: string
  answer: problems.ProblemAnswer
}

/** The sample of a code, as the answers of this problem have it. */
export function sampleOf(problem: string, code: string): ProblemSample {
  const sample = [...(samplesOf[problem] ?? []), ...samples].find(({ answer: { problem } }) => problem.code === code)
  if (!sample) throw new Error(`No problem has an example of ${code}: write one in tools/generate/problem-samples.ts.`)
  return sample
}

const id = '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'
const user = `users/${id}`
const model = `twu-models/${id}`

/** A sample of each code that an operation answers. */
const samples: readonly ProblemSample[] = [
  at('agents', refusals.invalidInput([unknownName('query', '/verbose', 'unknown', [])])),
  at('agents', malformedBody('{"name": "Ada",}')),
  at('agents', foreignCursor),
  at('agents', pageTooDeep),
  at('agents', pageTooLarge(17)),
  at('agents', refusals.tokenMissing),
  at('agents', refusals.tokenInvalid),
  at('agents', refusals.tokenExpired),
  at('agents', refusals.roleMissing(['Administrator', 'Editor'])),
  at('agents', refusals.userDisabled),
  at('agents', refusals.instanceSuspended),
  at('agents', refusals.instanceNotFound),
  at(user, refusals.userNotFound),
  at(`agents/${id}`, refusals.agentNotFound),
  at(`integrations/${id}`, refusals.integrationNotFound),
  at(`integrations/${id}/last-test`, refusals.integrationNotTested),
  at('integration-types/SALESFARCE', refusals.integrationTypeNotFound),
  at(`work-ledger/${id}`, refusals.ledgerEntryNotFound),
  at(model, refusals.twuModelNotFound),
  at(`${model}/versions/9`, refusals.twuModelVersionNotFound(9)),
  at('changes/4711', refusals.changeNotFound),
  at('changes/stream', refusals.changesExpired),
  at(`model-prices/${id}`, refusals.modelPriceNotFound),
  at(`webhooks/${id}`, refusals.webhookNotFound),
  at(`webhooks/${id}/deliveries/${id}/redeliver`, refusals.webhookDeliveryNotFound),
  at('webhooks', refusals.tooManyWebhooks),
  at(`webhooks/${id}/test`, refusals.webhookDisabled),
  at('agents', problems.notAcceptable(['application/json'])),
  at('users', refusals.namesTaken({ username: true, email: false })),
  at('users', refusals.namesTaken({ username: false, email: true })),
  at(user, refusals.ownAdministratorRole),
  at(user, refusals.ownAccount),
  at(user, refusals.lastAdministrator('enabled')),
  at(user, refusals.accountShared(['email'])),
  at('users', refusals.userDeleted),
  at('agents', refusals.idempotencyKeyInUse),
  at(`${model}/versions`, refusals.draftExists(2)),
  at(`${model}/publish`, refusals.draftMissing),
  at(`${model}/versions/1`, refusals.versionNotDraft(1, 'published')),
  at(`${model}/executions`, refusals.versionNotPublished),
  at(`${model}/executions`, refusals.executionFinished),
  at(`${model}/executions`, refusals.executionIdTaken),
  at('executions', refusals.ledgerElsewhere),
  at(`work-ledger/${id}/review`, refusals.reviewNotRequired),
  at(`agents/${id}`, preconditionFailed('"3"')),
  at('agents', problems.payloadTooLarge(65_536)),
  at('agents', problems.unsupportedMediaType),
  at('agents', refusals.idempotencyKeyReused),
  at('users', refusals.rolesManagedElsewhere),
  at('users', refusals.passwordsManagedElsewhere),
  at('users', refusals.temporaryPasswordMissing),
  at('users', refusals.accountRefused('temporaryPassword')),
  at('integrations', refusals.invalidIntegration(faultsOfIntegration())),
  at(`${model}/publish`, refusals.draftIncomplete(faultsOfDraft())),
  at('work-ledger/summary', refusals.searchTooBroad('refund')),
  at('agents', problems.rateLimited('A caller', 6000, 1)),
  at('agents', problems.internalError),
  at('agents', problems.databaseUnavailable),
]

/** Samples of problems that differ: a list has no body, a body has no page, and a deletion has no fields. */
const samplesOf: Readonly<Record<string, readonly ProblemSample[]>> = {
  BadListRequest: [at('agents', refusals.invalidInput([brokenRule('query', '/size', 'maximum', { maximum: 200 })]))],
  BadBodyRequest: [at('agents', refusals.invalidInput([brokenRule('body', '/name', 'required', {})]))],
  UserNeeded: [at(user, refusals.ownDeletion), at(user, refusals.lastAdministratorNeeded)],
}

function at(path: string, answer: problems.ProblemAnswer): ProblemSample {
  return { path: `/instances/demo/${path}`, answer }
}

function malformedBody(text: string): problems.ProblemAnswer {
  const parsed = parseJsonBody(new TextEncoder().encode(text))
  if (parsed.ok) throw new Error(`${text} is JSON.`)
  return problems.malformedBody(parsed.fault, [])
}

function faultsOfIntegration() {
  const field = { key: 'instanceUrl', label: 'Instance URL', required: true, secret: false, maxLength: 256 }
  return checkMetadata({ name: 'Salesforce', group: 'crm_sales', fields: [field] }, {})
}

function faultsOfDraft() {
  const entities = [{ name: 'Ticket' }]
  const actions = [{ name: 'openTicket', entity: 'Ticket', actors: ['AI' as const] }]
  const events = [{ name: 'ticketClosed', entity: 'Ticket', action: 'closeTicket' }]
  const outcomes = [{ name: 'tickets', expression: '1' }]
  return reportOn({ entities, actions, events, outcomes, policies: [], cases: [] }).faults
}
