import type { AgentInput } from '../../../sdk/src/index.ts'
import { succeed } from '../succeed.ts'
import type { TestService } from '../service.ts'

/** An agent with every field. */
export const summariser = {
  name: 'Summariser',
  type: 'AI',
  active: true,
  capabilities: ['summarization', 'translation'],
  model: 'claude-sonnet-4-5',
  priority: 'high',
  metadata: { team: 'support', shift: { from: 8, to: 16 } },
} satisfies AgentInput

/** An agent with the required fields only. */
export const human = { name: 'Grace Hopper', type: 'HUMAN', active: false } satisfies AgentInput

/** Names with a meaning in JavaScript, PostgreSQL, JSON Pointers or templates, and awkward values. */
export const oddMetadata = {
  '': { '': [] },
  constructor: { prototype: { toString: null } },
  toString: 'toString',
  hasOwnProperty: false,
  length: 0,
  'a/b': { '~': 1, '~1': 2, 'm~n': 3 },
  'a.b[0]': { $ref: '#/components/schemas/Agent', '{{x}}': '${y}' },
  'Größe 😀 \u202E': 'e\u0301 is not é',
  '?': ["'; drop table agents; --", '\\', '%_', '\u2028', '\u0001'],
  numbers: [0, -1.5, 1e-7, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE],
  nested: [[[{ deep: [{}, [], '', null, true, false] }]]],
} satisfies AgentInput['metadata']

/** Creates, reads and replaces agents of `acme`. Every function throws when the call fails. */
export function agents(service: TestService) {
  const { agents } = service.keyless('Editor')
  return {
    create: (input: AgentInput = summariser) => succeed(agents.create(input)),
    read: (id: string) => succeed(agents.get(id)),
    replace: (id: string, input: AgentInput) => succeed(agents.update(id, input)),
  }
}
