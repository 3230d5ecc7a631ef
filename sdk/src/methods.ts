import { callOf, listCallOf } from './call-of.ts'
import { parametersOf, toSegment } from './ids.ts'
import type { AnyOptions, Operation, Perform, Query } from './perform.ts'
import { table } from './table.gen.ts'
import { trust } from './trust.ts'
import { watch } from './watch.ts'

/**
 * The methods of the table as nested groups: `twuModels.versions.list` is `list` in `versions` in `twuModels`. Those of an
 * instance, or with an empty path those of the service.
 */
export function bindMethods(instancePath: string, perform: Perform): Group {
  const resources: Group = {}
  for (const [name, operation] of Object.entries(table)) {
    if (!operation.isGlobal === !instancePath) continue
    const groups = name.split('.')
    const method = groups.pop() ?? ''
    const group = groups.reduce((inside, part) => (inside[part] ??= {}), resources)
    group[method] = trust(bindMethod(name, operation, instancePath, perform))
  }
  return resources
}

/** The arguments of a method are its ids, body, query and options, in this order. */
function bindMethod(name: string, operation: Operation, instancePath: string, perform: Perform) {
  const { path, takesBody, takesQuery, answer, failure } = operation
  return (...given: Argument[]) => {
    const ids = given.splice(0, parametersOf(path).length)
    const body = takesBody && given.shift()
    const query = takesQuery && given.shift()
    const request = async (query: Query, options: AnyOptions | undefined = given[0]) => {
      let index = 0
      const fill = (_match: string, id: string) => toSegment(`${failure}: ${id}`, trust(ids[index++]))
      return perform(name, operation, instancePath + path.replace(/{(\w+)}/g, fill), query, body, options)
    }
    if (answer === 'events') return watch(trust(request), query)
    return answer === 'page' || answer === 'array' ? listCallOf(request, query) : callOf(request(query))
  }
}

type Argument = AnyOptions & Record<string, unknown>

interface Group {
  [name: string]: Group
}
