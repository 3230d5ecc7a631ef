import { namesOf } from '../../../contract/json.ts'
import { readWritable } from '../../../contract/rules/writable.ts'
import type { Fault } from '../../../contract/types.ts'
import { trust } from '../trust.ts'
import { check, follow, type Schema } from './check.ts'

/**
 * A Standard Schema (https://standardschema.dev), which form libraries take as they are. Its issues are the faults of the
 * service, in the same words. What only the service sets is left out of the value, and an empty text is what it stands for.
 */
export interface FormSchema<Value> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'instance-admin'
    readonly validate: (value: unknown) => Checked<Value>
    readonly types?: { readonly input: Value; readonly output: Value }
  }
}

export type Checked<Value> =
  { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

export interface Issue {
  readonly message: string
  /** The names of fields, and the places of items. */
  readonly path: readonly (string | number)[]
}

/** `findMore` finds what no schema of the contract knows. */
export function forForms<Value>(rules: Schema, findMore: FindFaults = () => []): FormSchema<Value> {
  const validate = (given: unknown): Checked<Value> => {
    const value = readWritable(given, rules, follow)
    const faults = [...check('body', rules, value), ...findMore(value)]
    if (faults.length === 0) return { value: trust<Value>(value) }
    return { issues: faults.map(({ message, pointer }) => ({ message, path: toPath(pointer) })) }
  }
  return { '~standard': { version: 1, vendor: 'instance-admin', validate } }
}

function toPath(pointer: string): (string | number)[] {
  return namesOf(pointer).map((name) => (/^(0|[1-9]\d*)$/.test(name) ? Number(name) : name))
}

type FindFaults = (value: unknown) => readonly Pick<Fault, 'pointer' | 'message'>[]
