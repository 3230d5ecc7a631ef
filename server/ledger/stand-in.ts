import { readNode, type Contract, type ContractOperation } from '../../contract/document.ts'
import type { AnyAnswer, CheckedInput, Problem } from '../../contract/types.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { asObject } from '../../contract/json.ts'
import { retryShortly } from '../../contract/rules/refusals.ts'
import type { Validator, Validators } from '../contract/validator.ts'

/**
 * For every operation that the contract marks as inferred, an operation that asks a stand-in at `baseUrl`. The pipeline has
 * admitted the caller and checked the request before; the stand-in does not learn who the caller is. The caller gets 503
 * when the stand-in is down, takes more than 5 s, answers more than 2 MiB or breaks the contract.
 */
export function createStandInOperations(
  contract: Contract,
  validators: Validators,
  baseUrl: string,
): Record<string, AnyOperation> {
  return Object.fromEntries(
    findInferredOperations(contract).map((operation) => {
      const findValidator = validators.get(operation.id)
      if (!findValidator) throw new Error(`The operation ${operation.id} has no validator.`)
      const run: AnyOperation = async (input, { log }) => {
        try {
          return readAnswer(await ask(baseUrl, operation, input), findValidator())
        } catch (error) {
          log.warn({ err: error }, 'the stand-in gave no usable answer')
          return unavailable
        }
      }
      return [operation.id, run]
    }),
  )
}

export function findInferredOperations(contract: Contract): ContractOperation[] {
  return contract.operations.filter(
    (operation) => readNode(contract.document, operation.path, operation.method).node['x-origin'] === 'inferred',
  )
}

/** The SDK puts the failed operation before this text: "Failed to fetch work ledger entries". */
const unavailable = retryShortly(1, 'What holds the work ledger gave no usable answer. Send the request again shortly.')

interface Answered {
  status: number
  etag: string | null
  /** Undefined when the response has no body. */
  body: unknown
}

async function ask(baseUrl: string, operation: ContractOperation, input: CheckedInput): Promise<Answered> {
  const { 'If-None-Match': held } = asObject(input.headers)
  const response = await fetch(urlOf(baseUrl, operation, input), {
    headers: {
      Accept: 'application/json, application/problem+json',
      Authorization: 'Bearer stand-in',
      ...(typeof held === 'string' && { 'If-None-Match': held }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const text = await readText(response.body)
  const { status, headers } = response
  if (status === 304 && held === undefined) throw new Error('The stand-in answered 304 to nothing held.')
  return { status, etag: headers.get('etag'), body: text === '' ? undefined : JSON.parse(text) }
}

const answerTimeoutMs = 5000
const largestAnswer = 2 * 1024 * 1024

function urlOf(baseUrl: string, operation: ContractOperation, { path, query }: CheckedInput): URL {
  const values = asObject(path)
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled)
  for (const [name, value] of Object.entries(asObject(query))) {
    url.searchParams.set(name, String(value))
  }
  return url
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > largestAnswer) throw new Error(`The answer is larger than ${largestAnswer} bytes.`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/** Checks the answer here: the pipeline would report a broken one as a fault of the service. */
function readAnswer({ status, etag, body }: Answered, validator: Validator): AnyAnswer {
  if (status === 200 || status === 304) {
    const fault = validator.findAnswerFault({ status, mediaType: 'application/json', body })
    if (fault !== null) throw new Error(`The stand-in breaks the contract: ${fault}`)
    return { status, headers: etag === null ? {} : { ETag: etag }, body }
  }
  const isRefusal = status === 400 || status === 404
  if (isRefusal && isProblem(status, body, validator)) return { status, problem: body }
  throw new Error(`The stand-in answered ${status}, and no problem of the contract.`)
}

function isProblem(status: number, body: unknown, validator: Validator): body is Problem {
  return validator.findAnswerFault({ status, mediaType: 'application/problem+json', body }) === null
}
