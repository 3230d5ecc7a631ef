import type { Client } from '@modelcontextprotocol/client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { findTextFault, parseJsonBody } from '../../contract/rules/json-text.ts'
import { fillPath, matchPath } from '../../contract/rules/paths.ts'
import { isPaged, needsMatch } from '../../server/mcp/arguments.ts'
import { rawBodyOperations } from '../../server/contract/operation.ts'
import { readTools, type OperationTool } from '../../server/mcp/tools.ts'
import { call, connect } from '../helpers/data/assistants.ts'
import { findPlaces, hostileJson, hostileText, replaceAt } from '../helpers/data/hostile.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { rounds } from '../helpers/rounds.ts'
import { preparedOnce, startTestService, type TestService } from '../helpers/service.ts'

const { contract } = await preparedOnce()
const tools = readTools(contract)

let service: TestService
let client: Client
let requests: ReadonlyMap<string, ValidRequest>
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => [] })
  requests = await createValidRequests(service, contract)
  const operations = tools.filter(({ operation: { isSafe } }) => !isSafe).map(({ operation: { id } }) => id)
  await service.acme().mcpAccess.set({ operations, deletes: true })
  client = await connect(service, await service.token('Administrator'))
})
afterAll(async () => {
  await client.close()
  await service.close()
})

/** The arguments of a valid request. */
function argumentsOf({ operation }: OperationTool): Record<string, unknown> {
  const { id, path } = operation
  const { path: filled, body } = requests.get(id) ?? expect.fail()
  const { instanceId: _, ...values } = matchPath([path], filled)?.values ?? {}
  return { ...values, ...(body === undefined ? {} : { body }), ...(needsMatch(operation) && { ifMatch: '*' }) }
}

async function byHttp({ operation: { path, method } }: OperationTool, given: Record<string, unknown>) {
  const { body, ifMatch, ...others } = given
  const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`)
  const [inPath, inQuery] = [isInPath, (entry: [string, unknown]) => !isInPath(entry)].map((is) =>
    Object.entries(others).filter(is),
  )
  const query = new URLSearchParams(inQuery?.map(([name, value]): [string, string] => [name, String(value)]))
  const target = `${fillPath(path, { instanceId: 'acme', ...Object.fromEntries(inPath ?? []) })}?${query.toString()}`
  const { status, json } = await service.request(target, {
    method: method.toUpperCase(),
    ...(typeof ifMatch === 'string' && { headers: { 'If-Match': ifMatch } }),
    ...('body' in given && { body: JSON.stringify(body) }),
  })
  const { code, detail, errors } = asObject(json ?? {})
  return { status, answer: { code, detail, ...(Array.isArray(errors) && errors.length > 0 && { errors }) } }
}

async function byTool(
  { tool: { name }, operation: { id, isSafe }, isListed }: OperationTool,
  given: Record<string, unknown>,
) {
  const isOther = isSafe && !isListed
  return call(client, isOther ? 'call_operation' : name, isOther ? { operation: id, arguments: given } : given)
}

test.each(tools)('$tool.name refuses what its operation refuses, in the same words', async (tool) => {
  const valid = argumentsOf(tool)
  // Of lists, an address takes `page` and `size`, too.
  const places = [
    ...findPlaces(valid).filter(([first]) => first !== 'ifMatch'),
    ...(isPaged(tool.operation) ? [] : [['unknown']]),
  ].filter((place) => place.length > 0)
  const filters = [...tool.operation.query.keys()].filter((name) => name !== 'page' && name !== 'size')
  const inBody = places.filter(([first]) => first === 'body')
  const outside = [...places.filter(([first]) => first !== 'body'), ...filters.map((name) => [name])]
  const anyOf = (among: typeof places, values: fc.Arbitrary<unknown>) =>
    among.length === 0 ? [] : [fc.tuple(fc.constantFrom(...among), values)]
  // A message with a text or a number that cannot be kept is refused as a whole, as one that is too deep.
  const keptText = hostileText.filter((text) => findTextFault(text) === null)
  const keptJson = hostileJson.filter((json) => json.length < 300 && isKept(json))
  const wrong = fc.oneof(
    ...anyOf(
      inBody,
      fc.oneof(
        keptText,
        keptJson.map((json): unknown => JSON.parse(json)),
      ),
    ),
    // An address cannot say the others: two dots lead elsewhere.
    ...anyOf(
      outside,
      keptText.filter((text) => !['', '.', '..'].includes(text)),
    ),
  )
  await fc.assert(
    fc.asyncProperty(wrong, async ([place, value]) => {
      const given = asObject(replaceAt(valid, place, value))
      const refused = await byHttp(tool, given)
      if (refused.status !== 400 && refused.status !== 404) return
      // What parses its body itself does not look further where its text is faulty.
      const { code } = refused.answer
      const answer = rawBodyOperations.some((id) => id === tool.operation.id) ? { code } : refused.answer
      expect([place, value, await byTool(tool, given)]).toMatchObject([place, value, { isError: true, answer }])
    }),
    { numRuns: rounds(2) },
  )
})

function isKept(json: string): boolean {
  const parsed = parseJsonBody(Buffer.from(json))
  return parsed.ok && parsed.faults.length === 0
}
