/** What an operation has in expressions, by the names of CEL's types. */
export const expressionFields = {
  action: 'string',
  entity: 'string',
  event: 'string',
  actor: 'string',
  activeTime: 'double',
  cost: 'double',
  startedAt: 'google.protobuf.Timestamp',
  endedAt: 'google.protobuf.Timestamp',
  attributes: 'map<string, dyn>',
} as const

/**
 * Every function that an expression may call: on what, and with what. A name behind a comma and a question mark may be left out.
 * An editor completes from them, and a call of anything else is refused.
 */
export const expressionFunctions: readonly string[] = /* @__PURE__ */ [
  ['list.all(o, condition)', 'list.exists(o, condition)', 'list.exists_one(o, condition)'],
  ['list.filter(o, condition)', 'list.map(o, value)', 'list.join(separator?)', 'list.size()'],
  ['cel.bind(name, value, result)', 'has(member)', 'dyn(value)', 'type(value)'],
  ['sum(list)', 'avg(list)', 'min(list)', 'max(list)', 'size(value)'],
  ['bool(value)', 'int(value)', 'double(value)', 'string(value)', 'timestamp(value)', 'duration(value)'],
  ['string.contains(text)', 'string.startsWith(text)', 'string.endsWith(text)', 'string.size()'],
  ['string.indexOf(text, from?)', 'string.lastIndexOf(text, from?)', 'string.substring(from, to?)'],
  ['string.split(separator, most?)', 'string.trim()', 'string.lowerAscii()', 'string.upperAscii()'],
  ['timestamp.getDate(zone?)', 'timestamp.getDayOfMonth(zone?)', 'timestamp.getDayOfWeek(zone?)'],
  ['timestamp.getDayOfYear(zone?)', 'timestamp.getFullYear(zone?)', 'timestamp.getHours(zone?)'],
  ['timestamp.getMilliseconds(zone?)', 'timestamp.getMinutes(zone?)', 'timestamp.getMonth(zone?)'],
  ['timestamp.getSeconds(zone?)', 'duration.getHours()', 'duration.getMilliseconds()'],
  ['duration.getMinutes()', 'duration.getSeconds()'],
].flat()

/** `map` of `list.map(o, value)`. */
export function nameOfFunction(signature: string): string {
  return signature.slice(signature.indexOf('.') + 1, signature.indexOf('('))
}
