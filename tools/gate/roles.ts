import { asArray, asObject, isObject, type JsonObject } from '../../contract/json.ts'
import type { ContractChange } from './changes.ts'
import { methods, nameOfPlace } from './places.ts'

/**
 * Who may call an operation from now on, and who no longer. An operation that opens to everybody breaks no caller, but
 * what its callers rely on: it counts as breaking, so that nobody can miss it.
 */
export function compareRoles(released: JsonObject, current: JsonObject): ContractChange[] {
  const before = rolesOfOperations(released)
  return [...rolesOfOperations(current)].flatMap(([pointer, roles]) => {
    const released = before.get(pointer)
    if (!released) return []
    const { place } = nameOfPlace(pointer, undefined)
    return compareOperation(released, roles).map(({ impact, text }) => ({
      impact,
      text: `${place}: ${text}`,
    }))
  })
}

function compareOperation(released: Set<string>, current: Set<string>): ContractChange[] {
  if (isOpen(released) && isOpen(current)) return []
  const gained = [...current].filter((role) => !released.has(role))
  const lost = [...released].filter((role) => !current.has(role))
  if (isOpen(current))
    return [{ impact: 'breaking', text: `open to all, without a token; was for ${list(released)}.` }]
  if (isOpen(released))
    return [{ impact: 'breaking', text: `no longer open to all; is for ${list(current)}.` }]
  return [
    ...lost.map((role) => ({ impact: 'breaking' as const, text: `role \`${role}\` removed.` })),
    ...gained.map((role) => ({ impact: 'additive' as const, text: `role \`${role}\` added.` })),
  ]
}

function rolesOfOperations(document: JsonObject): Map<string, Set<string>> {
  return new Map(
    Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
      Object.entries(asObject(item))
        .filter(([method]) => methods.has(method))
        .map(([method, operation]) => {
          const security = asObject(operation)['security'] ?? document['security'] ?? []
          const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
          return [pointer, new Set(asArray(security).map(nameRequirement))] as const
        }),
    ),
  )
}

/** One requirement for each role; one without any asks for nothing. */
function nameRequirement(requirement: unknown): string {
  return Object.entries(isObject(requirement) ? requirement : {})
    .map(([scheme, roles]) => asArray(roles).join(' and ') || scheme)
    .join(' and ')
}

function isOpen(roles: ReadonlySet<string>): boolean {
  return roles.size === 0 || roles.has('')
}

function list(roles: ReadonlySet<string>): string {
  return [...roles].map((role) => `\`${role}\``).join(', ')
}
