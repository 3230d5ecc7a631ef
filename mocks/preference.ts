import { readNode, resolve, type Contract, type ContractOperation } from '../contract/document.ts'
import { asObject } from '../contract/json.ts'

/** One of the contract's answers, null when the header names none, or what is wrong with the header. */
export type Preference = { choice: Choice | null } | { fault: string }

/** Without an example, the contract's first is meant; without a media type, JSON. */
export interface Choice {
  status: number
  example?: string
  mediaType?: string
}

/**
 * Reads `Prefer: code=503`, `Prefer: example=nothingFound`, `Prefer: example=email_taken` or both members (RFC 7240), and a
 * `delay` in seconds, which `control.ts` has waited by then. An answer that the contract does not declare for the operation
 * is refused with a list of the declared answers. Otherwise a typing error would look like the usual answer.
 */
export function readPreference(header: string | null, operation: ContractOperation, contract: Contract): Preference {
  const preferences = readParts(header ?? '')
  const other = [...preferences.keys()].find((name) => !['code', 'example', 'delay'].includes(name))
  if (other !== undefined) return { fault: `takes code, example and delay, not ${other}` }
  const delay = preferences.get('delay') ?? '0'
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(delay) || Number(delay) > 60) return { fault: 'takes a delay of 0 to 60 seconds' }
  const [code, example] = [preferences.get('code'), preferences.get('example')]
  if (code === undefined && example === undefined) return { choice: null }
  if (code !== undefined && !operation.statuses.some((status) => String(status) === code)) {
    return { fault: `takes these codes here: ${operation.statuses.join(', ')}` }
  }
  if (example === undefined) return { choice: { status: Number(code) } }
  const named = namedExamples(operation, contract).filter(({ status }) => code === undefined || status === Number(code))
  const choice = named.find((choice) => choice.example === example)
  if (choice) return { choice }
  const names = named.map((choice) => choice.example).join(', ')
  return { fault: `takes these examples here: ${names}` }
}

/** Reads `code=503`, `code="503"` or `Code = 503`, several with commas between them. */
export function readParts(header: string): Map<string, string> {
  const parts = header.split(',').filter((part) => part.trim() !== '')
  return new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=').map((text) => text.trim())
      return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
    }),
  )
}

export function namedExamples({ method, path }: ContractOperation, { document }: Contract): Required<Choice>[] {
  const { node } = readNode(document, path, method)
  return Object.entries(asObject(node['responses'])).flatMap(([status, response]) =>
    Object.entries(asObject(resolve(document, response)['content'] ?? {})).flatMap(([mediaType, content]) =>
      Object.keys(asObject(asObject(content)['examples'] ?? {})).map((example) => ({
        status: Number(status),
        example,
        mediaType,
      })),
    ),
  )
}
