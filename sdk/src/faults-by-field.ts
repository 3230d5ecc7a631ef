import { namesOf } from '../../contract/json.ts'
import { isApiError } from './errors.ts'

/**
 * The sentences to show under the fields of a form, by the path of each field as form libraries write it: `username`,
 * `metadata.apiToken`, `entities.0.name`. Empty for an error that is no ApiError or has no fault of a field; what belongs to
 * no field of the body is in `error.message` only.
 * @example
 * const update = useMutation({
 *   ...queries.users.update(),
 *   onError: (error) => form.setErrors(faultsByField(error)),
 * })
 */
export function faultsByField(error: unknown): Record<string, string> {
  const texts = new Map<string, string[]>()
  for (const { in: place, pointer, message } of isApiError(error) ? error.errors : []) {
    const field = namesOf(pointer).join('.')
    if (place === 'body' && field !== '')
      texts.set(field, [...(texts.get(field) ?? []), message.charAt(0).toUpperCase() + message.slice(1)])
  }
  // Each fault is a sentence of its own, and who sees all of them at once can mend them at once.
  return Object.fromEntries(Array.from(texts, ([field, sentences]) => [field, sentences.join(' ')]))
}
