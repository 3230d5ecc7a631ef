import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { code, table } from './markdown.ts'
import { documentedOperations, linkTo } from './operations.ts'

/** The states of each life cycle, and the operations that move a resource from state to state. */
export function describeLifeCycles(document: JsonObject): string {
  const links = new Map(documentedOperations(document).map((operation) => [operation.id, linkTo(operation)]))
  const link = (id: string) => {
    const text = links.get(id)
    if (text === undefined) throw new Error(`tools/docs/life-cycles.yaml names ${id}, which is no operation.`)
    return text
  }
  return readLifeCycles()
    .map(({ name, states, transitions, notes }) =>
      [
        `## ${name}`,
        table(
          ['State', 'Meaning'],
          states.map((state) => [code(state.name), state.meaning]),
        ),
        table(
          ['From', 'To', 'Moved by', 'When'],
          transitions.map(({ from, to, by, when }) => [
            from === start ? '' : code(from),
            code(to),
            by.map(link).join(', '),
            when,
          ]),
        ),
        notes,
      ].join('\n\n'),
    )
    .join('\n\n')
}

export function readLifeCycles() {
  const text = readFileSync(new URL('life-cycles.yaml', import.meta.url), 'utf8')
  return asArray(parse(text)).map((entry) => {
    const { name, schema, states, transitions, notes } = asObject(entry)
    return {
      name: asString(name),
      /** The name of the contract's enum whose values are the states. */
      schema: asString(schema),
      states: Object.entries(asObject(states)).map(([state, meaning]) => ({
        name: state,
        meaning: asString(meaning),
      })),
      transitions: asArray(transitions).map(readTransition),
      notes: asString(notes),
    }
  })
}

/** The `from` of a creation. */
export const start = 'start'

/** `by` lists the ids of the operations. */
function readTransition(value: unknown) {
  const { from, to, by, when } = asObject(value)
  return { from: asString(from), to: asString(to), by: asArray(by).map(asString), when: asString(when) }
}
