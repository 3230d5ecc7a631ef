import { isObject } from '../json.ts'
import type { Fault } from '../types.ts'
import type { IntegrationForm } from './integration-form.ts'
import { mergeForUpdate } from './metadata.ts'
import { invalidIntegration, unknownType } from './refusals.ts'

/**
 * The faults of an integration that its type alone knows of, in fields without a fault of the contract (`told`): one answer
 * has both. An update may leave out whatever could be stored.
 */
export function findTypeFaults(
  told: readonly Fault[],
  body: unknown,
  isUpdate: boolean,
  types: ReadonlyMap<string, IntegrationForm>,
): Fault[] {
  if (!isObject(body) || typeof body['type'] !== 'string') return []
  const { type: name, metadata } = body
  const type = types.get(name)
  const found = type ? findFormFaults(type, metadata, isUpdate) : unknownType(name).problem.errors
  return found.filter(
    ({ pointer }) => !told.some((fault) => fault.in === 'body' && `${pointer}/`.startsWith(`${fault.pointer}/`)),
  )
}

function findFormFaults(type: IntegrationForm, metadata: unknown, isUpdate: boolean): Fault[] {
  if (!isObject(metadata)) return []
  const secretKeys = type.fields.filter(({ secret }) => secret && isUpdate).map(({ key }) => key)
  const checked = mergeForUpdate(type, metadata, { plain: metadata, secretKeys })
  return checked.ok ? [] : invalidIntegration(checked.faults).problem.errors
}
