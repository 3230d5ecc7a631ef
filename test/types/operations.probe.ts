import type { Input, Output } from '../../contract/types.ts'
import type { AnyOperation, Operation, Operations } from '../../server/contract/operation.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'

/** Never run: what does not compile here is what nobody can get wrong in an operation. */

declare const all: Operations
declare const withoutGetAgent: Omit<Operations, 'getAgent'>
declare const agent: components['schemas']['Agent']
declare const user: components['schemas']['User']
declare const agents: components['schemas']['AgentPage']

const headers = { ETag: '"1"' }
const created = { ETag: '"1"', Location: '/instances/demo/agents/a' }
const stale = { code: 'precondition_failed', detail: 'Read it again.' } as const
const userNotFound = { code: 'user_not_found', detail: 'None.' } as const
const goneFishing = { code: 'gone_fishing', detail: 'None.' } as const
const notFound = { code: 'agent_not_found', detail: 'None.' } as const

// What is right compiles.
export const complete: Operations = { ...withoutGetAgent, getAgent: all.getAgent }
export const callable: Readonly<Record<string, AnyOperation>> = all
export const found: Operation<'getAgent'> = async () => ({ status: 200, headers, body: agent })
export const held: Operation<'getAgent'> = async () => ({ status: 304, headers })
export const missing: Operation<'getAgent'> = async () => ({ status: 404, problem: notFound })
export const deleted: Operation<'deleteAgent'> = async () => ({ status: 204 })
export const listed: Operation<'listAgents'> = async () => ({ status: 200, body: agents })
export const added: Operation<'createAgent'> = async () => ({ status: 201, headers: created, body: agent })

// The map.
// @ts-expect-error an operation of the contract is missing
export const without: Operations = withoutGetAgent
// @ts-expect-error the contract has no such operation
export const extra: Operations = { ...all, getNothing: all.getAgent }
// @ts-expect-error the operation of another id answers other bodies
export const exchanged: Operations = { ...all, getAgent: all.getUser }
// @ts-expect-error an operation is a function
export const noFunction: Operations = { ...all, getAgent: agent }
// @ts-expect-error an operation is asynchronous
export const synchronous: Operation<'getAgent'> = () => ({ status: 200, headers, body: agent })
// @ts-expect-error the contract has no such id
export type Unknown = Operation<'getNothing'>

// Statuses.
// @ts-expect-error the contract declares no 202 here
export const undeclared: Operation<'getAgent'> = async () => ({ status: 202, headers, body: agent })
// @ts-expect-error the contract declares 201 for a creation, not 200
export const notCreated: Operation<'createAgent'> = async () => ({ status: 200, headers, body: agent })
// @ts-expect-error 404 is declared, but not as a success
export const noProblem: Operation<'getAgent'> = async () => ({ status: 404, headers, body: agent })
// @ts-expect-error 412 is not declared for a read
export const read: Operation<'getAgent'> = async () => ({ status: 412, headers, problem: notFound })
// @ts-expect-error some status there must be
export const noStatus: Operation<'getAgent'> = async () => ({ headers, body: agent })

// Bodies.
// @ts-expect-error another schema's body
export const wrongBody: Operation<'getAgent'> = async () => ({ status: 200, headers, body: user })
// @ts-expect-error no body
export const noBody: Operation<'getAgent'> = async () => ({ status: 200, headers })
// @ts-expect-error one item instead of a page
export const noPage: Operation<'listAgents'> = async () => ({ status: 200, body: [agent] })
// @ts-expect-error a value that the enumeration does not have
export const wrongType: components['schemas']['Agent'] = { ...agent, type: 'ROBOT' }
// @ts-expect-error a database row's Date where the contract has text
export const wrongTime: components['schemas']['Agent'] = { ...agent, createdAt: new Date() }

// Problems.
// @ts-expect-error a code of another operation
export const otherCode = { status: 404, problem: userNotFound } satisfies Output<'getAgent'>
// @ts-expect-error a code of no operation
export const noCode = { status: 404, problem: goneFishing } satisfies Output<'getAgent'>
// @ts-expect-error a declared code, but of another status
export const otherStatus = { status: 403, problem: notFound } satisfies Output<'getAgent'>
// @ts-expect-error a problem says what to do
export const noDetail = { status: 404, problem: { code: 'agent_not_found' } } satisfies Output<'getAgent'>

// Headers.
// @ts-expect-error a resource is sent with its ETag
export const noETag: Operation<'getAgent'> = async () => ({ status: 200, body: agent })
// @ts-expect-error 304 too
export const heldNoETag: Operation<'getAgent'> = async () => ({ status: 304 })
// @ts-expect-error 412 with the current one
export const staleNoETag = { status: 412, problem: stale } satisfies Output<'updateAgent'>
// @ts-expect-error a creation says where
export const noLocation: Operation<'createAgent'> = async () => ({ status: 201, headers, body: agent })
// @ts-expect-error a header is text
export const wrongETag = { status: 304, headers: { ETag: 1 } } satisfies Output<'getAgent'>

// Input.
declare const toAgent: Input<'getAgent'>
declare const toVersion: Input<'getTwuModelVersion'>
declare const toUser: Input<'createUser'>
declare const toList: Input<'listAgents'>

export const ids: string[] = [toAgent.path.instanceId, toAgent.path.agentId]
export const version: number = toVersion.path.version
export const page: number | undefined = toList.query.page
export const key: string | undefined = toUser.headers['Idempotency-Key']

// @ts-expect-error the path has an agentId and no userId
export type OtherParameter = Input<'getAgent'>['path']['userId']
// @ts-expect-error a version is a number
export const versionAsText: string = toVersion.path.version
// @ts-expect-error a list of agents has no such filter
export type OtherFilter = Input<'listAgents'>['query']['costMin']
// @ts-expect-error a filter may be left out
export const filter: string = toList.query.name
// @ts-expect-error a read has no body
export const bodyOfRead: object = toAgent.body
// @ts-expect-error a creation takes no `status`
export type OtherField = Input<'createUser'>['body']['status']
// @ts-expect-error an optional name may be left out
export const familyName: string = toUser.body.familyName
// @ts-expect-error a read takes no Idempotency-Key
export type OtherHeader = Input<'getAgent'>['headers']['Idempotency-Key']
