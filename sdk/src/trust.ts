/**
 * The one place where this package takes a type on trust: the service checks its answers against the contract, from
 * which the types come too.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- naming the type is the purpose
export function trust<Type>(value: unknown): Type
export function trust(value: unknown): unknown {
  return value
}
