import { checkId } from './ids.ts'
import { callOf, listCallOf } from './call-of.ts'
import type { AnyOptions, Perform } from './perform.ts'
import type { Entry, Table } from './table.gen.ts'
import { trust } from './trust.ts'

/** The methods that the table describes, in its shape. */
export function bindMethods(table: Table, perform: Perform, ids: Ids, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      isEntry(entry)
        ? bindMethod(entry, perform, ids, prefix + name)
        : bindMethods(entry, perform, ids, `${prefix}${name}.`),
    ]),
  )
}

function isEntry(entry: Entry | Table): entry is Entry {
  return Array.isArray(entry)
}

/** Arguments come in the order ids, body, query, options. */
function bindMethod(entry: Entry, perform: Perform, instance: Ids, name: string) {
  const [, path, , ...traits] = entry
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  return (...given: unknown[]) => {
    const rest = given.slice(names.length)
    const body = traits.includes('body') ? rest.shift() : undefined
    const query = trust<Query>(traits.includes('query') ? rest.shift() : undefined)
    const options = trust<AnyOptions | undefined>(rest[0]) ?? {}
    const request = async (page: Query) => {
      const own = Object.fromEntries(names.map((name, index) => [name, checkId(name, given[index])] as const))
      return perform(
        entry,
        { operation: trust(name), ids: { ...instance, ...own }, query: page, body },
        options,
      )
    }
    return traits.includes('list') ? listCallOf(request, query) : callOf(request(query))
  }
}

type Ids = Readonly<Record<string, string | number>>

export type Query = Readonly<Record<string, unknown>> | undefined
