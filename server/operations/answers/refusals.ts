/** Answers that several operations give. */
export const userNotFound = notFound('user_not_found', 'user')
export const agentNotFound = notFound('agent_not_found', 'agent')
export const integrationNotFound = notFound('integration_not_found', 'integration')
export const ledgerEntryNotFound = notFound('ledger_entry_not_found', 'work ledger entry')
export const twuModelNotFound = notFound('twu_model_not_found', 'TWU model')

export function twuModelVersionNotFound(version: number) {
  return {
    status: 404,
    problem: { code: 'twu_model_version_not_found', detail: `The TWU model has no version ${version}.` },
  } as const
}

export function preconditionFailed(etag: string) {
  return {
    status: 412,
    headers: { ETag: etag },
    problem: {
      code: 'precondition_failed',
      detail: 'Read the resource again, apply your change to it, and send the ETag that you get.',
    },
  } as const
}

export const busy = {
  status: 503,
  headers: { 'Retry-After': '1' },
  problem: {
    code: 'temporarily_unavailable',
    detail: 'The service is busy with others of this kind. Send the request again shortly.',
  },
} as const

function notFound<Code extends string>(code: Code, what: string) {
  return {
    status: 404,
    problem: { code, detail: `The instance holds no ${what} with this identifier.` },
  } as const
}
