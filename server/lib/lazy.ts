/** Calls `make` when it is first asked. All who ask get what that call returned, also at the same time. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
