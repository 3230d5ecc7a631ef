import { asObject, isObject, type JsonObject } from '../../contract/json.ts'
import { faultIn, withoutRepeats } from '../../contract/rules/faults.ts'
import { mostFaults, parseJsonBody } from '../../contract/rules/json-text.ts'
import { malformedBody } from '../../contract/rules/problems.ts'
import { invalidInput } from '../../contract/rules/refusals.ts'
import type { Operation } from '../contract/operation.ts'
import { serveMessage } from '../mcp/serve.ts'

export const sendMcpMessage: Operation<'sendMcpMessage', Buffer[]> = async ({ headers, body }, context) => {
  const parsed = parseJsonBody(Buffer.concat(body))
  if (!parsed.ok) return malformedBody(parsed.fault, [])
  // What is wrong with an argument, its tool says, unless there is more than is looked for.
  const faults = parsed.faults.filter(({ pointer }) => !pointer.startsWith('/params/arguments/'))
  if (faults.length > 0 || parsed.faults.length >= mostFaults)
    return invalidInput(withoutRepeats(faults.length > 0 ? faults : parsed.faults))
  if (!isObject(parsed.value)) return invalidInput([faultIn('body', '', 'type', 'must be one message')])
  if (sizeAround(parsed.value) > mostAround)
    return invalidInput([
      faultIn('body', '', 'size', `must have at most ${mostAround} characters outside of its arguments`),
    ])
  const answer = await serveMessage({ value: parsed.value, headers: { ...headers }, faults: parsed.faults }, context)
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

function sizeAround({ params, ...message }: JsonObject): number {
  const { arguments: _, ...around } = isObject(params) ? params : { params }
  return JSON.stringify([message, around]).length
}
