/** `Object.keys` with its type, for records that have exactly the keys of their type. */
export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record).filter((key) => isKeyOf(record, key))
}

export function isKeyOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>, key: string): key is Key {
  return Object.hasOwn(record, key)
}

/** The name of a value, or the value itself: the service will have values that this console does not know. */
export function nameIn(names: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(names, value) ? names[value] : undefined) ?? value
}
