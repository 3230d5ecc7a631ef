import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { code, table } from './markdown.ts'
import { documentedOperations, linkTo } from './operations.ts'
import { drawStates } from './state-diagram.ts'

/** A drawing of each life cycle, and the same as tables for those who do not see it. */
export function describeLifeCycles(document: JsonObject, lifeCycles = readLifeCycles()): string {
  const links = new Map(documentedOperations(document).map((operation) => [operation.id, linkTo(operation)]))
  const link = (id: string) => {
    const text = links.get(id)
    if (text === undefined) throw new Error(`tools/docs/life-cycles.yaml names ${id}, which is no operation.`)
    return text
  }
  return lifeCycles
    .map(({ name, states, transitions, notes }) =>
      [
        `## ${name}`,
        drawStates(name, states, transitions),
        table(
          ['State', 'Meaning'],
          states.map((state) => [code(state.name), state.meaning]),
        ),
        table(
          ['', 'From', 'To', 'Moved by', 'When'],
          transitions.map(({ from, to, by, when }, index) => [
            String(index + 1),
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

export function readLifeCycles(): LifeCycle[] {
  const text = readFileSync(new URL('life-cycles.yaml', import.meta.url), 'utf8')
  return asArray(parse(text)).map((entry) => {
    const { name, schema, states, transitions, notes } = asObject(entry)
    return {
      name: asString(name),
      schema: asString(schema),
      states: Object.entries(asObject(states)).map(readState),
      transitions: asArray(transitions).map(readTransition),
      notes: asString(notes),
    }
  })
}

/** What a creation comes from. */
export const start = 'start'

function readState([name, value]: [string, unknown]): State {
  const { at, meaning } = asObject(value)
  const [column, row] = asArray(at).map(Number)
  if (column === undefined || row === undefined) throw new Error(`The state ${name} has no place.`)
  return { name, column, row, meaning: asString(meaning) }
}

function readTransition(value: unknown): Transition {
  const { from, to, by, when } = asObject(value)
  return { from: asString(from), to: asString(to), by: asArray(by).map(asString), when: asString(when) }
}

export interface LifeCycle {
  name: string
  /** The enum of the contract whose values are the states. */
  schema: string
  states: State[]
  transitions: Transition[]
  notes: string
}

export interface State {
  name: string
  column: number
  row: number
  meaning: string
}

export interface Transition {
  from: string
  to: string
  /** Operations, by their ids. */
  by: string[]
  when: string
}
