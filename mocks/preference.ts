import { resolve, type Contract, type ContractOperation } from '../contract/document.ts'
import { asObject } from '../contract/json.ts'

export type Preference =
  /** The header names no answer. */
  | { kind: 'none' }
  /** One of the contract's answers. */
  | { kind: 'answer'; choice: Choice }
  | { kind: 'unknown'; message: string }

/** Without an example, the contract's first is meant; without a media type, JSON. */
export interface Choice {
  status: number
  example?: string
  mediaType?: string
}

/**
 * Reads `Prefer: code=503`, `Prefer: example=nothingFound`, `Prefer: example=email_taken` or both members (RFC 7240). An
 * answer that the contract does not declare for the operation is refused with a list of the declared answers. Otherwise a
 * typing error would look like the usual answer.
 */
export function readPreference(header: string | null, operation: ContractOperation, contract: Contract): Preference {
  if (header === null || header.trim() === '') return { kind: 'none' }
  const preferences = new Map(header.split(',').map(readPart))
  const other = [...preferences.keys()].find((name) => name !== 'code' && name !== 'example')
  if (other !== undefined) return { kind: 'unknown', message: `takes code and example, not ${other}` }

  const code = preferences.get('code')
  if (code !== undefined && !operation.statuses.some((status) => String(status) === code)) {
    return { kind: 'unknown', message: `takes these codes here: ${operation.statuses.join(', ')}` }
  }
  const example = preferences.get('example')
  if (example === undefined) return { kind: 'answer', choice: { status: Number(code) } }
  const named = namedExamples(operation, contract).filter(({ status }) => code === undefined || status === Number(code))
  const choice = named.find((choice) => choice.example === example)
  if (choice) return { kind: 'answer', choice }
  const names = named.map((choice) => choice.example).join(', ')
  return { kind: 'unknown', message: `takes these examples here: ${names}` }
}

/** Reads `code=503`, `code="503"` or `Code = 503`. */
function readPart(part: string): [name: string, value: string] {
  const [name = '', value = ''] = part.split('=').map((text) => text.trim())
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
}

function namedExamples({ method, path }: ContractOperation, { document }: Contract): Required<Choice>[] {
  const operation = asObject(asObject(asObject(document['paths'])[path])[method])
  return Object.entries(asObject(operation['responses'])).flatMap(([status, response]) =>
    Object.entries(asObject(resolve(document, response)['content'] ?? {})).flatMap(([mediaType, content]) =>
      Object.keys(asObject(asObject(content)['examples'] ?? {})).map((example) => ({
        status: Number(status),
        example,
        mediaType,
      })),
    ),
  )
}
