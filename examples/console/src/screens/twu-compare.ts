import type { TwuAction, TwuEntity, TwuEvent, TwuModelVersion, TwuOutcome } from '@instance-admin/sdk'
import { texts } from '../texts.ts'

const labels = texts.models
const { fact } = labels

/** What differs between two versions. Definitions are the same when they have the same name. */
export function compareVersions(before: TwuModelVersion, after: TwuModelVersion) {
  return [
    { title: labels.general, changes: compare(describeModel(before), describeModel(after)) },
    {
      title: labels.entities,
      changes: compare(before.entities.map(describeEntity), after.entities.map(describeEntity)),
    },
    {
      title: labels.actions,
      changes: compare(before.actions.map(describeAction), after.actions.map(describeAction)),
    },
    {
      title: labels.events,
      changes: compare(before.events.map(describeEvent), after.events.map(describeEvent)),
    },
    {
      title: labels.outcomes,
      changes: compare(before.outcomes.map(describeOutcome), after.outcomes.map(describeOutcome)),
    },
  ]
}

function compare(before: Described[], after: Described[]): Change[] {
  const names = new Set([...before, ...after].map(({ name }) => name))
  return Array.from(names, (name) => compareNamed(name, before, after)).filter((change) => change !== null)
}

function compareNamed(name: string, allBefore: Described[], allAfter: Described[]): Change | null {
  const before = factsOf(name, allBefore)
  const after = factsOf(name, allAfter)
  if (!after) return { name, kind: 'removed', before: [name, ...(before ?? [])], after: [] }
  if (!before) return { name, kind: 'added', before: [], after: [name, ...after] }
  const gone = before.filter((fact) => !after.includes(fact))
  const come = after.filter((fact) => !before.includes(fact))
  return gone.length + come.length === 0 ? null : { name, kind: 'changed', before: gone, after: come }
}

function factsOf(name: string, all: Described[]): string[] | undefined {
  return all.find((described) => described.name === name)?.facts
}

function describeModel({ name, description }: TwuModelVersion): Described[] {
  return [
    { name: labels.name, facts: [name] },
    { name: labels.description, facts: [description] },
  ]
}

function describeEntity({ name, description, attributes = [] }: TwuEntity) {
  const facts = attributes.map(({ name, type, description }) =>
    fact(labels.attribute(name), [labels.types[type], description].filter(Boolean).join(', ')),
  )
  return { name, facts: [...given(labels.description, description), ...facts] }
}

function describeAction({ name, description, entity, actors = [] }: TwuAction) {
  return {
    name,
    facts: [
      ...given(labels.description, description),
      ...given(labels.entity, entity),
      ...actors.map((actor) => fact(labels.actor, labels.actorNames[actor])),
    ],
  }
}

function describeEvent({ name, description, entity, action }: TwuEvent) {
  return {
    name,
    facts: [
      ...given(labels.description, description),
      ...given(labels.entity, entity),
      ...given(labels.action, action),
    ],
  }
}

function describeOutcome({ name, description, expression, unit }: TwuOutcome) {
  return {
    name,
    facts: [
      ...given(labels.description, description),
      ...given(labels.expression, expression),
      ...given(labels.unit, unit),
    ],
  }
}

function given(label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [fact(label, text)]
}

/** A definition in words: each fact is shown on a line of its own. */
interface Described {
  name: string
  facts: string[]
}

export interface Change {
  name: string
  kind: keyof typeof labels.changes
  /** Of what is in both versions, only the facts that differ. */
  before: string[]
  after: string[]
}
