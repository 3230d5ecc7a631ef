import type { Change } from '@instance-admin/sdk'
import { readPointer } from './differences.tsx'

export type Difference = Change['difference'][number]

/** A resource with the values that a change replaced. Secrets are not kept, so they stay. */
export function restoreValues<Data extends object>(resource: Data, difference: readonly Difference[]): Data {
  const restored = structuredClone(resource)
  for (const one of difference) if (!one.isSecret) setAt(restored, readPointer(one.pointer), one.before)
  return restored
}

function setAt(parent: object, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) {
    const child: unknown = Reflect.get(parent, name)
    if (typeof child !== 'object' || child === null) Reflect.set(parent, name, {})
    const next: unknown = Reflect.get(parent, name)
    if (typeof next === 'object' && next !== null) setAt(next, rest, value)
  } else if (value === undefined) Reflect.deleteProperty(parent, name)
  else Reflect.set(parent, name, value)
}
