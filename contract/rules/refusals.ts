import type { Fault } from '../types.ts'
import { describeFaults, faultIn, list } from './faults.ts'

export const tokenMissing = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer realm="instance-admin"' },
  problem: { code: 'token_missing', detail: 'Send an access token: "Authorization: Bearer <token>".' },
} as const

export const tokenInvalid = refuseToken(
  'token_invalid',
  'The token is malformed, or was issued by another provider, for another audience or without the claims needed.',
)

export const tokenExpired = refuseToken('token_expired', 'Get a new access token from your identity provider.')

function refuseToken<Code extends string>(code: Code, detail: string) {
  const headers = { 'WWW-Authenticate': 'Bearer realm="instance-admin", error="invalid_token"' }
  return { status: 401, headers, problem: { code, detail } } as const
}

export function roleMissing(roles: readonly string[]) {
  const which = roles.length === 1 ? 'this role' : 'one of these roles'
  const detail = `This operation is open to ${list(roles, 'and')}. Ask an administrator for ${which}.`
  return { status: 403, problem: { code: 'role_missing', detail } } as const
}

export const userDisabled = {
  status: 403,
  problem: {
    code: 'user_disabled',
    detail: 'Your account is disabled in this instance. Ask an administrator to enable it.',
  },
} as const

export const instanceSuspended = {
  status: 403,
  problem: {
    code: 'instance_suspended',
    detail: 'This instance is suspended. Ask the operator of the service to open it again.',
  },
} as const

/** An instance of another caller is answered like a missing one. */
export const instanceNotFound = {
  status: 404,
  problem: {
    code: 'instance_not_found',
    detail: 'Check the identifier of the instance, and that your token was issued for it.',
  },
} as const

/** The answers with which operations refuse a request. */
export const userNotFound = notFound('user_not_found', 'user')
export const agentNotFound = notFound('agent_not_found', 'agent')
export const integrationNotFound = notFound('integration_not_found', 'integration')
export const integrationNotTested = {
  status: 404,
  problem: {
    code: 'integration_not_tested',
    detail: 'The integration was never tested. Test it, or wait for its first check.',
  },
} as const
export const ledgerEntryNotFound = notFound('ledger_entry_not_found', 'work ledger entry')
export const twuModelNotFound = notFound('twu_model_not_found', 'TWU model')
export const changeNotFound = {
  status: 404,
  problem: { code: 'change_not_found', detail: 'The instance has no change with this number that you may read.' },
} as const

export const webhookNotFound = notFound('webhook_not_found', 'webhook')
export const webhookDeliveryNotFound = {
  status: 404,
  problem: {
    code: 'webhook_delivery_not_found',
    detail: 'The webhook has no delivery with this identifier, or it is no longer kept.',
  },
} as const
export const tooManyWebhooks = {
  status: 409,
  problem: { code: 'too_many_webhooks', detail: 'An instance has at most 20 webhooks. Delete one that is not needed.' },
} as const
export const webhookDisabled = {
  status: 409,
  problem: { code: 'webhook_disabled', detail: 'Nothing is sent to a disabled webhook. Enable it first.' },
} as const

export const changesExpired = {
  status: 410,
  problem: {
    code: 'changes_expired',
    detail:
      'The changes after this position are no longer kept, or it was never reached. Read again, then follow without a position.',
  },
} as const

function notFound<Code extends string>(code: Code, what: string) {
  return { status: 404, problem: { code, detail: `The instance holds no ${what} with this identifier.` } } as const
}

export const integrationTypeNotFound = {
  status: 404,
  problem: {
    code: 'integration_type_not_found',
    detail: 'There is no such integration type. Choose one from the list of integration types.',
  },
} as const

export const busy = retryShortly(1, 'The service is busy with others of this kind. Send the request again shortly.')

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

function retryShortly(seconds: number, detail: string) {
  return {
    status: 503,
    headers: { 'Retry-After': String(seconds) },
    problem: { code: 'temporarily_unavailable', detail },
  } as const
}

/** The refusal when another user of the instance signs in with the username, the email address or both. */
export function namesTaken(taken: { username: boolean; email: boolean }) {
  const code = taken.username ? 'username_taken' : 'email_taken'
  const what = taken.username ? 'username' : 'email address'
  const detail = `Another user of this instance signs in with this ${what}. Choose another.`
  const errors = [...(taken.username ? [nameTaken('/username')] : []), ...(taken.email ? [nameTaken('/email')] : [])]
  return { status: 409, problem: { code, detail, errors } } as const
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

export const temporaryPasswordGuessable = {
  status: 400 as const,
  problem: {
    code: 'invalid_request' as const,
    detail:
      'Choose a temporary password that is neither blank nor the username nor the email address: anybody could guess those.',
    errors: [
      faultIn('body', '/temporaryPassword', 'guessable', 'must not be blank, the username or the email address'),
    ],
  },
}

export const webhookUrlBlocked = {
  status: 400 as const,
  problem: {
    code: 'invalid_request' as const,
    detail:
      'Choose an https URL with a public host. Hosts inside the network of the service are open only where its operator allows them.',
    errors: [faultIn('body', '/url', 'blocked_host', 'must be an https URL that the service may call')],
  },
}

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
  return {
    status: 409 as const,
    problem: {
      code: `${name}_taken` as const,
      detail: `An account at the identity provider has this ${what}. Choose another.`,
      errors: [faultIn('body', `/${name}`, 'taken', 'is taken at the identity provider')],
    },
  }
}

/** The refusal of what the operator alone changes. Says nothing of who else has the account. */
export function accountShared(fields: readonly string[]) {
  return {
    status: 409 as const,
    problem: {
      code: 'account_shared' as const,
      detail:
        'The account of this user is kept by the operator. Ask the operator to change its names, email address or password. ' +
        'You can change the roles of the user, and whether the user is enabled.',
      errors: fields.map((field) => faultIn('body', `/${field}`, 'managed_elsewhere', 'is kept by the operator')),
    },
  }
}

function unusable<Code extends string>(code: Code, detail: string, ...errors: Fault[]) {
  return { status: 422 as const, problem: { code, detail, errors } }
}

const lastAdministratorAdvice =
  'This user is the last enabled administrator of the instance. Make another user an administrator first.'

/** The refusals of changes that would lock out the caller or everybody. */
export const ownAdministratorRole = locksOut(
  'own_administrator_role',
  'You cannot take the Administrator role from yourself. Ask another administrator.',
  faultIn('body', '/roles', 'locks_out', 'must keep Administrator'),
)

export const ownAccount = locksOut(
  'own_account',
  'You cannot disable yourself. Ask another administrator.',
  faultIn('body', '/enabled', 'locks_out', 'must stay true'),
)

export function lastAdministrator(field: 'enabled' | 'roles') {
  return locksOut(
    'last_administrator',
    lastAdministratorAdvice,
    faultIn('body', `/${field}`, 'locks_out', field === 'enabled' ? 'must stay true' : 'must keep Administrator'),
  )
}

export const ownDeletion = {
  status: 409,
  problem: { code: 'own_account', detail: 'You cannot delete yourself. Ask another administrator.' },
} as const

export const lastAdministratorNeeded = {
  status: 409,
  problem: { code: 'last_administrator', detail: lastAdministratorAdvice },
} as const

/** What a repeat of the request that created a user gets after the user was deleted. */
export const userDeleted = {
  status: 409,
  problem: {
    code: 'user_deleted',
    detail:
      'The user whom the first request with this key created was deleted since. Send another key to create a user with these ' +
      'names again.',
  },
} as const

function locksOut<Code extends string>(code: Code, detail: string, fault: Fault) {
  return { status: 409 as const, problem: { code, detail, errors: [fault] } }
}

function nameTaken(pointer: string): Fault {
  return faultIn('body', pointer, 'taken', 'is taken: another user signs in with it')
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
  return {
    status: 422,
    problem: {
      code: 'invalid_integration',
      detail: describeFaults(faults),
      errors: faults.map((fault): Fault => ({ in: 'body', ...fault })),
    },
  } as const
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

export function twuModelVersionNotFound(version: number) {
  const detail = `The TWU model has no version ${version}.`
  return { status: 404, problem: { code: 'twu_model_version_not_found', detail } } as const
}

export function draftExists(version: number) {
  const detail = `Version ${version} is a draft. Edit, publish or archive it before you create another version.`
  return { status: 409, problem: { code: 'draft_exists', detail } } as const
}

export const draftMissing = {
  status: 409,
  problem: { code: 'draft_missing', detail: 'There is no draft to publish. Create a new version; it starts as one.' },
} as const

export const versionNotPublished = {
  status: 409,
  problem: {
    code: 'version_not_published',
    detail: 'Only a published version is executed. Publish the draft, or report with the version that was executed.',
  },
} as const

export const executionFinished = {
  status: 409,
  problem: {
    code: 'execution_finished',
    detail:
      'The execution was reported as finished before, and is no longer changed. Report other work with another id.',
  },
} as const

export const executionIdTaken = {
  status: 409,
  problem: {
    code: 'execution_id_taken',
    detail:
      'The id is that of an entry which another client reported, of another model, or imported. Choose another id.',
  },
} as const

export const ledgerElsewhere = {
  status: 409,
  problem: {
    code: 'ledger_elsewhere',
    detail: 'This service shows a work ledger that is kept elsewhere. Report and review executions there.',
  },
} as const

export const reviewNotRequired = {
  status: 409,
  problem: {
    code: 'review_not_required',
    detail: 'Only a finished entry whose policy status is review_required is reviewed, and only once.',
  },
} as const

export function versionNotDraft(version: number, status: string) {
  const detail = `Version ${version} is ${status} and never changes. Create a new version to change the model.`
  return { status: 409, problem: { code: 'version_not_draft', detail } } as const
}

export function draftIncomplete(faults: Fault[]) {
  const cut = faults.length > mostFaults ? ` The first ${mostFaults} are listed.` : ''
  const detail = `The draft is not complete. ${describeFaults(faults)}${cut}`
  const errors = faults.slice(0, mostFaults)
  return { status: 422, problem: { code: 'draft_incomplete', detail, errors } } as const
}

/** The report of a draft with as many faults as an answer holds. */
export function cutFaults<Report extends { faults: readonly Fault[] }>(report: Report): Report {
  return { ...report, faults: report.faults.slice(0, mostFaults) }
}

const mostFaults = 500
