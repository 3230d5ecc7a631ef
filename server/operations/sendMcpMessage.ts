import { asObject, isObject } from '../../contract/json.ts'
import { faultIn, withoutRepeats } from '../../contract/rules/faults.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { malformedBody } from '../../contract/rules/problems.ts'
import { invalidInput } from '../../contract/rules/refusals.ts'
import type { Operation } from '../contract/operation.ts'
import { serveMessage } from '../mcp/serve.ts'

export const sendMcpMessage: Operation<'sendMcpMessage', Buffer[]> = async ({ headers, body }, context) => {
  const parsed = parseJsonBody(Buffer.concat(body))
  if (!parsed.ok) return malformedBody(parsed.fault, [])
  // What is wrong with an argument, its tool says.
  const faults = parsed.faults.filter(({ pointer }) => !pointer.startsWith('/params/arguments/'))
  if (faults.length > 0) return invalidInput(withoutRepeats(faults))
  if (!isObject(parsed.value)) return invalidInput([faultIn('body', '', 'type', 'must be one message')])
  const answer = await serveMessage({ value: parsed.value, headers: { ...headers }, faults: parsed.faults }, context)
  const { status } = answer
  if (status === 202) return { status }
  const answered = asObject(await answer.json())
  if (status === 200) return { status, body: answered }
  if (status === 400) return { status, body: answered }
  if (status === 404) return { status, body: answered }
  throw new Error(`An answer of the protocol has the status ${status}.`)
}
