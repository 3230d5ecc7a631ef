import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { readNode, resolve, type Contract, type ContractOperation } from '../../contract/document.ts'
import type { AnyAnswer, CheckedInput, Problem } from '../../contract/types.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'
import { retryShortly } from '../../contract/rules/refusals.ts'
import { copyForValidator } from '../../contract/validator-document.ts'

/**
 * For every operation that the contract marks as inferred, an operation that asks a stand-in at `baseUrl`. The pipeline has
 * admitted the caller and checked the request before; the stand-in does not learn who the caller is. The caller gets 503
 * when the stand-in is down, takes more than 5 s, answers more than 2 MiB or breaks the contract.
 */
export function createStandInOperations(contract: Contract, baseUrl: string): Record<string, AnyOperation> {
  const compile = createCompiler(contract)
  return Object.fromEntries(
    findInferredOperations(contract).map((operation) => {
      const read = createReader(operation, compile)
      const run: AnyOperation = async (input, { log }) => {
        try {
          return read(await ask(baseUrl, operation, input))
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

type Reader = (answered: Answered) => AnyAnswer

/**
 * Returns a function that turns the stand-in's response into an answer, and that throws when the response breaks the
 * contract.
 */
function createReader(operation: ContractOperation, compile: Compile): Reader {
  const isResult = compile<JsonObject>(operation, 200, 'application/json')
  const problems = new Map(
    [400, 404].map((status) => [status, compile<Problem>(operation, status, 'application/problem+json')]),
  )
  return ({ status, etag, body }) => {
    const headers = etag === null ? {} : { ETag: etag }
    if (status === 304 && operation.statuses.includes(304)) return { status, headers }
    if (status === 200) return { status, headers, body: checked(isResult, body) }
    const isProblem = problems.get(status)
    if (!isProblem) throw new Error(`The stand-in answered ${status}.`)
    const { code, detail, errors } = checked(isProblem, body)
    return { status, problem: { code, detail, errors } }
  }
}

type Compile = <Body>(operation: ContractOperation, status: number, mediaType: string) => ValidateFunction<Body>

/** Checks the stand-in's responses here: the pipeline would report a broken response as a fault of the service. */
function createCompiler(contract: Contract): Compile {
  const document = asObject(copyForValidator(contract))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  return <Body>(operation: ContractOperation, status: number, mediaType: string) => {
    const responses = asObject(readNode(document, operation.path, operation.method).node['responses'])
    const content = asObject(resolve(document, responses[status])['content'])
    const { schema } = asObject(content[mediaType])
    return ajv.compile<Body>({ ...asObject(schema), components: document['components'] })
  }
}

function checked<Body>(isBody: ValidateFunction<Body>, body: unknown): Body {
  if (isBody(body)) return body
  const [fault] = isBody.errors ?? []
  throw new Error(`The stand-in breaks the contract: ${fault?.instancePath} ${fault?.message}`)
}
