import { texts } from '../texts.ts'
import { priceTexts } from '../texts/prices.ts'
import { webhookTexts } from '../texts/webhooks.ts'

/**
 * What the forms call a value, by the names on the way to it in a resource of a type. Names in metadata are those of people;
 * of an integration, `fields` has what the catalogue calls them, by `metadata.<key>`.
 */
export function nameField(type: string, path: readonly string[], fields: Readonly<Record<string, string>> = {}) {
  const [member = '', ...rest] = path
  const say = (name: string) => textIn(labels[type], name) ?? textIn(texts.changes.fields, name) ?? name
  return textIn(fields, path.join('.')) ?? [say(member), ...(member === 'metadata' ? rest : rest.map(say))].join(' / ')
}

/** A value in the words of the forms, if it is one of those that they offer. */
export function sayChoice([member = '']: readonly string[], value: string): string {
  return textIn(choices[member], value) ?? value
}

function textIn(record: object | undefined, name: string): string | undefined {
  const text: unknown = record && Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined
  return typeof text === 'string' ? text : undefined
}

const labels: Readonly<Record<string, object>> = {
  user: texts.users,
  agent: texts.agents,
  integration: texts.integrations,
  twu_model: texts.models,
  model_price: priceTexts,
  webhook: webhookTexts,
  work_ledger: texts.ledger,
}

const choices: Readonly<Record<string, object>> = {
  roles: texts.roles,
  type: texts.agents.types,
  priority: texts.agents.priorities,
  status: texts.statuses,
  policyStatus: texts.statuses,
  otherwise: texts.statuses,
  actors: texts.ledger.actorNames,
  disabledReason: webhookTexts.reasons,
  lastTest: texts.statuses,
}
