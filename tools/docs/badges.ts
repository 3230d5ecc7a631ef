import { asArray, asObject, asString, type JsonObject, mapValues } from '../../contract/json.ts'
import { mapOperations } from './operations.ts'

/**
 * Adds the badges that Redoc shows: the origin of an operation or a parameter, and the roles that open an operation. The
 * badge of a named schema appears at every field of that type, so a documented schema has none.
 */
export function withBadges(document: JsonObject): JsonObject {
  const badged = mapOperations(document, ({ source, roles }) => ({
    ...source,
    'x-badges': [badgeOf(source), ...roles.map((role) => ({ name: role, color: 'grey' }))],
    ...(source['parameters'] !== undefined && {
      parameters: asArray(source['parameters']).map(badge),
    }),
  }))
  const components = asObject(badged['components'])
  return {
    ...badged,
    components: {
      ...components,
      parameters: mapValues(components['parameters'], badge),
      schemas: mapValues(components['schemas'], (schema) =>
        asObject(schema)['x-origin'] === 'documented' ? schema : badge(schema),
      ),
    },
  }
}

/** The legend of the badges. */
export const origins = {
  documented: { color: 'green', meaning: 'The functional description of the service says it.' },
  inferred: { color: 'orange', meaning: 'The functional description says it, but marks it as inferred.' },
  decided: { color: 'blue', meaning: 'The functional description is silent; the decision is ours.' },
}

/** A reference has no origin of its own and gets no badge; nor does a node that inherits its origin. */
function badge(value: unknown): unknown {
  const node = asObject(value)
  return node['x-origin'] === undefined ? node : { ...node, 'x-badges': [badgeOf(node)] }
}

function badgeOf(node: JsonObject): JsonObject {
  const origin = asString(node['x-origin'])
  const decision = node['x-decision']
  if (!isOrigin(origin)) throw new Error(`"${origin}" is no origin.`)
  return {
    name: typeof decision === 'string' ? `${origin} ${decision}` : origin,
    color: origins[origin].color,
  }
}

function isOrigin(name: string): name is keyof typeof origins {
  return Object.hasOwn(origins, name)
}
