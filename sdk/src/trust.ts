/**
 * The only place where this package asserts a type without a check. The service checks its answers against the contract, and
 * the types are generated from the same contract.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- naming the type is the purpose
export function trust<Type>(value: unknown): Type
export function trust(value: unknown): unknown {
  return value
}
