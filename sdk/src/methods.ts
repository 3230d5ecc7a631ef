import { callOf, listCallOf } from './call-of.ts'
import { toSegment } from './ids.ts'
import type { AnyOptions, Operation, Perform, Query } from './perform.ts'
import { table } from './table.gen.ts'
import { trust } from './trust.ts'

/** The methods that the table describes, `twuModels.versions` inside `twuModels`. */
export function bindMethods(instancePath: string, perform: Perform): Group {
  const resources: Group = {}
  for (const block of table.split('\n\n')) {
    const [[resource, base], ...rows] = trust<Block>(block.split('\n').map((line) => line.split(',')))
    const methods = resource.split('.').reduce((group, name) => (group[name] ??= {}), resources)
    for (const [path, method, traits, name, failure] of rows) {
      const operation = { name: `${resource}.${name}`, method, traits, failure: `Failed to ${failure}` }
      methods[name] = trust(bindMethod(operation, instancePath + base + path, perform))
    }
  }
  return resources
}

/** Arguments come in the order ids, body, query, options. */
function bindMethod(operation: Operation, path: string, perform: Perform) {
  const takes = (trait: string) => operation.traits.includes(trait)
  return (...given: Argument[]) => {
    const ids = given.splice(0, path.split('{').length - 1)
    const body = takes('b') ? given.shift() : undefined
    const query = takes('q') ? given.shift() : undefined
    const request = async (query: Query) => {
      let index = 0
      const fill = (_match: string, name: string) => toSegment(name, trust(ids[index++]))
      return perform(operation, path.replace(/{(\w+)}/g, fill), query, body, given[0])
    }
    return takes('l') ? listCallOf(request, query) : callOf(request(query))
  }
}

type Argument = AnyOptions & Record<string, unknown>

interface Group {
  [name: string]: Group
}

type Block = [
  [resource: string, base: string],
  ...[path: string, method: Operation['method'], traits: string, name: string, failure: string][],
]
