import type { Fault } from '../types.ts'
import { describeFaults, faultIn, list } from './faults.ts'

/** An answer with which an operation, or the check of the caller, refuses a request. */
export function refuse<Status extends number, Code extends string>(status: Status, code: Code, detail: string) {
  return { status, problem: { code, detail } }
}

/** A refusal for faults of what was sent, which a form shows at its fields. */
export function refuseFor<Status extends number, Code extends string>(
  status: Status,
  code: Code,
  detail: string,
  ...errors: Fault[]
) {
  return { status, problem: { code, detail, errors } }
}

/** The answer 400 to input that breaks the contract, or keeps to it and makes no sense. */
export function invalidInput(faults: readonly Fault[]) {
  // As many as an answer may name.
  const errors = faults.slice(0, 1000)
  const { status, problem } = refuse(400, 'invalid_request', describeFaults(errors))
  return { status, problem: { ...problem, errors } }
}

export const tokenMissing = {
  ...refuse(401, 'token_missing', 'Send an access token: "Authorization: Bearer <token>".'),
  headers: { 'WWW-Authenticate': 'Bearer realm="instance-admin"' },
}

export const tokenInvalid = refuseToken(
  'token_invalid',
  'The token is malformed, or was issued by another provider, for another audience or without the claims needed.',
)

export const tokenExpired = refuseToken('token_expired', 'Get a new access token from your identity provider.')

function refuseToken<Code extends string>(code: Code, detail: string) {
  const headers = { 'WWW-Authenticate': 'Bearer realm="instance-admin", error="invalid_token"' }
  return { ...refuse(401, code, detail), headers }
}

export function roleMissing(roles: readonly string[]) {
  const which = roles.length === 1 ? 'this role' : 'one of these roles'
  const detail = `This operation is open to ${list(roles, 'and')}. Ask an administrator for ${which}.`
  return refuse(403, 'role_missing', detail)
}

export const userDisabled = refuse(
  403,
  'user_disabled',
  'Your account is disabled in this instance. Ask an administrator to enable it.',
)

export const instanceSuspended = refuse(
  403,
  'instance_suspended',
  'This instance is suspended. Ask the operator of the service to open it again.',
)

/** An instance of another caller is answered like a missing one. */
export const instanceNotFound = missing(
  'instance_not_found',
  'Check the identifier of the instance, and that your token was issued for it.',
)

export const userNotFound = notFound('user_not_found', 'user')
export const agentNotFound = notFound('agent_not_found', 'agent')
export const integrationNotFound = notFound('integration_not_found', 'integration')
export const ledgerEntryNotFound = notFound('ledger_entry_not_found', 'work ledger entry')
export const twuModelNotFound = notFound('twu_model_not_found', 'TWU model')
export const modelPriceNotFound = notFound('model_price_not_found', 'price')
export const webhookNotFound = notFound('webhook_not_found', 'webhook')

function notFound<Code extends string>(code: Code, what: string) {
  return missing(code, `The instance holds no ${what} with this identifier.`)
}

export const integrationNotTested = missing(
  'integration_not_tested',
  'The integration was never tested. Test it, or wait for its first check.',
)

export const integrationTypeNotFound = missing(
  'integration_type_not_found',
  'There is no such integration type. Choose one from the list of integration types.',
)

export function twuModelVersionNotFound(version: number) {
  return missing('twu_model_version_not_found', `The TWU model has no version ${version}.`)
}

export const changeNotFound = missing(
  'change_not_found',
  'The instance has no change with this number that you may read.',
)

export const webhookDeliveryNotFound = missing(
  'webhook_delivery_not_found',
  'The webhook has no delivery with this identifier, or it is no longer kept.',
)

function missing<Code extends string>(code: Code, detail: string) {
  return refuse(404, code, detail)
}

export const changesExpired = refuse(
  410,
  'changes_expired',
  'The changes after this position are no longer kept, or it was never reached, or is from before a restore. Read again, then follow without a position.',
)

export const busy = retryShortly(1, 'The service is busy with others of this kind. Send the request again shortly.')

export const idempotencyKeyReused = refuseFor(
  422,
  'idempotency_key_reused',
  'This key belongs to a request with another payload. Use a new key for a new change.',
  faultIn('header', '/idempotency-key', 'reused', 'was used with another payload'),
)

export const idempotencyKeyInUse = {
  ...refuse(
    409,
    'idempotency_key_in_use',
    'The first request with this key has not been answered yet. Send this one again in a second. If the server was ' +
      'stopped in the middle of the first, the key is free again within a minute.',
  ),
  headers: { 'Retry-After': '1' },
}

export const tooManyStreams = retryShortly(
  1,
  'This server holds as many streams of you, or of all callers, as it may. Close one of yours, or try again shortly.',
)

export const identityProviderUnavailable = retryShortly(
  5,
  'The identity provider did not answer, so nothing was changed here. Send the request again shortly.',
)

export const accountUnreadable = retryShortly(
  5,
  'The identity provider cannot be reached, so nothing can be said of the account. Send the request again shortly.',
)

export const accountBusy = retryShortly(
  5,
  'Another change of this user came first, and is not finished. Send the request again shortly.',
)

export const noTimeLeft = retryShortly(1, 'There was no time left for this user. Send the user again.')

export function retryShortly(seconds: number, detail: string) {
  return { ...refuse(503, 'temporarily_unavailable', detail), headers: { 'Retry-After': String(seconds) } }
}

/** The refusal when another user of the instance signs in with the username, the email address or both. */
export function namesTaken(taken: { username: boolean; email: boolean }) {
  const code = taken.username ? 'username_taken' : 'email_taken'
  const what = taken.username ? 'username' : 'email address'
  const fields = (['username', 'email'] as const).filter((field) => taken[field])
  const errors = fields.map((field) => faultIn('body', `/${field}`, 'taken', 'is taken: another user signs in with it'))
  return refuseFor(409, code, `Another user of this instance signs in with this ${what}. Choose another.`, ...errors)
}

export const rolesManagedElsewhere = unusable(
  'roles_managed_elsewhere',
  'This service takes all roles from the token. Give the user roles at the identity provider.',
  faultIn('body', '/roles', 'managed_elsewhere', 'cannot be set here'),
)

export const passwordsManagedElsewhere = unusable(
  'passwords_managed_elsewhere',
  'This service reaches no directory of accounts. Leave the password out, and let the identity provider set it.',
  faultIn('body', '/temporaryPassword', 'managed_elsewhere', 'cannot be set here'),
)

export const temporaryPasswordMissing = unusable(
  'temporary_password_missing',
  'Give the user a temporary password. The user replaces it at the first login.',
  faultIn('body', '/temporaryPassword', 'required', 'must be given'),
)

export const temporaryPasswordGuessable = refuseFor(
  400,
  'invalid_request',
  'Choose a temporary password that is neither blank nor the username nor the email address: anybody could guess those.',
  faultIn('body', '/temporaryPassword', 'guessable', 'must not be blank, the username or the email address'),
)

export const webhookUrlBlocked = refuseFor(
  400,
  'invalid_request',
  'Choose an https URL with a public host. Hosts inside the network of the service are open only where its operator allows them.',
  faultIn('body', '/url', 'blocked_host', 'must be an https URL that the service may call'),
)

/** The refusal when the identity provider does not take the account; null when it does not say which field is wrong. */
export function accountRefused(field: string | null) {
  if (field === null)
    return unusable('account_refused', 'The identity provider refuses the account. Its own log says why.')
  const fault = faultIn('body', `/${field}`, 'refused', 'is refused by the identity provider')
  return unusable('account_refused', `${fault.message} Choose another.`, fault)
}

/** The refusal when an account that is no user of the instance has the name. */
export function nameTakenElsewhere(name: 'username' | 'email') {
  const what = name === 'username' ? 'username' : 'email address'
  const detail = `An account at the identity provider has this ${what}. Choose another.`
  const fault = faultIn('body', `/${name}`, 'taken', 'is taken at the identity provider')
  return refuseFor(409, `${name}_taken` as const, detail, fault)
}

/** The refusal of what the operator alone changes. Says nothing of who else has the account. */
export function accountShared(fields: readonly string[]) {
  const detail =
    'The account of this user is kept by the operator. Ask the operator to change its names, email address or password. ' +
    'You can change the roles of the user, and whether the user is enabled.'
  const errors = fields.map((field) => faultIn('body', `/${field}`, 'managed_elsewhere', 'is kept by the operator'))
  return refuseFor(409, 'account_shared', detail, ...errors)
}

function unusable<Code extends string>(code: Code, detail: string, ...errors: Fault[]) {
  return refuseFor(422, code, detail, ...errors)
}

const lastAdministratorAdvice =
  'This user is the last enabled administrator of the instance. Make another user an administrator first.'

/** The refusals of changes that would lock out the caller or everybody. */
export const ownAdministratorRole = refuseFor(
  409,
  'own_administrator_role',
  'You cannot take the Administrator role from yourself. Ask another administrator.',
  faultIn('body', '/roles', 'locks_out', 'must keep Administrator'),
)

export const ownAccount = refuseFor(
  409,
  'own_account',
  'You cannot disable yourself. Ask another administrator.',
  faultIn('body', '/enabled', 'locks_out', 'must stay true'),
)

export function lastAdministrator(field: 'enabled' | 'roles') {
  const text = field === 'enabled' ? 'must stay true' : 'must keep Administrator'
  const fault = faultIn('body', `/${field}`, 'locks_out', text)
  return refuseFor(409, 'last_administrator', lastAdministratorAdvice, fault)
}

export const ownDeletion = conflict('own_account', 'You cannot delete yourself. Ask another administrator.')

export const lastAdministratorNeeded = conflict('last_administrator', lastAdministratorAdvice)

/** What a repeat of the request that created a user gets after the user was deleted. */
export const userDeleted = conflict(
  'user_deleted',
  'The user whom the first request with this key created was deleted since. Send another key to create a user with these ' +
    'names again.',
)

export const tooManyWebhooks = conflict(
  'too_many_webhooks',
  'An instance has at most 20 webhooks. Delete one that is not needed.',
)

export const webhookDisabled = conflict('webhook_disabled', 'Nothing is sent to a disabled webhook. Enable it first.')

export function draftExists(version: number) {
  const detail = `Version ${version} is a draft. Edit, publish or archive it before you create another version.`
  return conflict('draft_exists', detail)
}

export const draftMissing = conflict(
  'draft_missing',
  'There is no draft to publish. Create a new version; it starts as one.',
)

export function versionNotDraft(version: number, status: string) {
  const detail = `Version ${version} is ${status} and never changes. Create a new version to change the model.`
  return conflict('version_not_draft', detail)
}

export const versionNotPublished = conflict(
  'version_not_published',
  'Only a published version is executed. Publish the draft, or report with the version that was executed.',
)

export const executionFinished = conflict(
  'execution_finished',
  'The execution was reported as finished before, and is no longer changed. Report other work with another id.',
)

export const executionIdTaken = conflict(
  'execution_id_taken',
  'The id is that of an entry which another client reported, of another model, or imported. Choose another id.',
)

export const ledgerElsewhere = conflict(
  'ledger_elsewhere',
  'This service shows a work ledger that is kept elsewhere. Report and review executions there.',
)

export const reviewNotRequired = conflict(
  'review_not_required',
  'Only a finished entry whose policy status is review_required is reviewed, and only once.',
)

function conflict<Code extends string>(code: Code, detail: string) {
  return refuse(409, code, detail)
}

export function unknownType(type: string) {
  const message = `There is no integration type ${type}. Choose one from the list of integration types.`
  return invalidIntegration([{ pointer: '/type', code: 'unknown', message }])
}

export const typeChanged = invalidIntegration([
  { pointer: '/type', code: 'fixed', message: 'The type of an integration cannot change. Create another integration.' },
])

/** Of a test that names an integration whose secrets it would use. */
export const otherType = invalidIntegration([
  {
    pointer: '/integrationId',
    code: 'other_type',
    message: 'The integration has another type than the one to test. Send its type, or leave integrationId out.',
  },
])

/** The refusal of a configuration that does not fit the integration type. */
export function invalidIntegration(faults: readonly Omit<Fault, 'in'>[]) {
  const errors = faults.map((fault): Fault => ({ in: 'body', ...fault }))
  return unusable('invalid_integration', describeFaults(faults), ...errors)
}

/** The refusal to add up more entries than can be read, by a search or an outcome. */
export function searchTooBroad(search: string | undefined) {
  if (search === undefined) {
    const fault = faultIn('query', '/outcome', 'broad', 'is of too many entries')
    return unusable('search_too_broad', 'Add filters, so that fewer entries have to be added up.', fault)
  }
  const fault = faultIn('query', '/search', 'broad', 'occurs in too many entries')
  const detail = 'Make the search longer, or add filters, so that fewer entries have to be searched.'
  return unusable('search_too_broad', detail, fault)
}

export function draftIncomplete(faults: Fault[]) {
  const cut = faults.length > mostFaults ? ` The first ${mostFaults} are listed.` : ''
  const detail = `The draft is not complete. ${describeFaults(faults)}${cut}`
  return unusable('draft_incomplete', detail, ...faults.slice(0, mostFaults))
}

/** The report of a draft with as many faults as an answer holds. */
export function cutFaults<Report extends { faults: readonly Fault[] }>(report: Report): Report {
  return { ...report, faults: report.faults.slice(0, mostFaults) }
}

const mostFaults = 500
