import { asObject, isObject, type JsonObject } from '../../contract/json.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { invalidInput } from '../../contract/rules/refusals.ts'
import type { Operation } from '../contract/operation.ts'
import { serveMessage } from '../mcp/serve.ts'

export const sendMcpMessage: Operation<'sendMcpMessage'> = async ({ headers, body }, context) => {
  if (sizeAround(body) > mostAround) return tooLongAround
  const answer = await serveMessage(body, { ...headers }, context)
  const { status } = answer
  if (status === 202) return { status }
  const answered = asObject(await answer.json())
  if (status === 200) return { status, body: answered }
  if (status === 400) return { status, body: answered }
  if (status === 404) return { status, body: answered }
  throw new Error(`An answer of the protocol has the status ${status}.`)
}

/** The protocol's package answers every fault of a message, at length. */
const mostAround = 16_384

const tooLongAround = invalidInput([
  faultIn('body', '', 'size', `must have at most ${mostAround} characters outside of its arguments`),
])

function sizeAround({ params, ...message }: JsonObject): number {
  const { arguments: _, ...around } = isObject(params) ? params : { params }
  return JSON.stringify([message, around]).length
}
