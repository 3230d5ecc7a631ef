import { contractOperations } from '../generate/sdk/operations.ts'
import { sampleSetup, writeSamples } from '../generate/sdk/samples.ts'
import { resolve } from '../../contract/document.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'
import { mapOperations, type DocumentedOperation } from './operations.ts'

/**
 * Adds a sample with the SDK and a sample with curl to every operation. The compiler checks the SDK's (tools/generate/sdk).
 */
export function withSamples(document: JsonObject): JsonObject {
  const samples = writeSamples(contractOperations(document))
  return mapOperations(document, (operation) => {
    const sample = samples.get(operation.id)
    if (sample === undefined && operation.source['x-without-sdk'] !== true)
      throw new Error(`There is no sample for ${operation.id}.`)
    return {
      ...operation.source,
      ...(operation.source['requestBody'] !== undefined && {
        requestBody: shortestFirst(document, operation.source['requestBody']),
      }),
      'x-codeSamples': [
        ...(sample === undefined ? [] : [{ lang: 'TypeScript', source: sample }]),
        { lang: 'curl', source: writeCurl(document, operation) },
      ],
    }
  })
}

/** Explains the variables that the samples use. */
export const samplesIntroduction = `## Samples

The samples in TypeScript use the SDK. They begin with an instance:

\`\`\`typescript
${sampleSetup}
\`\`\`

Those for the shell need the address of the service and a token:

\`\`\`bash
export BASE_URL=http://127.0.0.1:3000
export TOKEN=$(npm run --silent token -- --role Administrator)
\`\`\`
`

/** A curl command with all that the contract requires, and with the optional headers of a careful client. */
export function writeCurl(document: JsonObject, operation: DocumentedOperation): string {
  const { method, parameters, source } = operation
  const body = readBody(document, source['requestBody'])
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE_URL${fillPath(operation)}"`,
    '-H "Authorization: Bearer $TOKEN"',
    // A written-out key would be the same in every sample. The service would refuse the second request with it.
    ...(takesKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ].join(' \\\n  ')
}

function fillPath({ id, path, parameters }: DocumentedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const example = parameters.find((parameter) => parameter['name'] === name)?.['example']
    if (typeof example !== 'string' && typeof example !== 'number')
      throw new Error(`${id}: the path parameter ${name} has no example.`)
    return encodeURIComponent(example)
  })
}

function readBody(document: JsonObject, requestBody: unknown): string | null {
  if (requestBody === undefined) return null
  const [shortest] = sortedExamples(document, requestBody)
  if (!shortest) throw new Error('A body has no example.')
  return JSON.stringify(resolve(document, shortest[1])['value'], null, 2)
}

/** Redoc names the first example above the samples, and the samples use the shortest. So the shortest must come first. */
function shortestFirst(document: JsonObject, requestBody: unknown): JsonObject {
  const body = resolve(document, requestBody)
  const content = asObject(body['content'])
  const json = {
    ...asObject(content['application/json']),
    examples: Object.fromEntries(sortedExamples(document, requestBody)),
  }
  return { ...body, content: { ...content, 'application/json': json } }
}

/** The examples of a body, shortest first: the order in which the samples of the SDK choose theirs. */
function sortedExamples(document: JsonObject, requestBody: unknown): [name: string, example: unknown][] {
  const content = asObject(asObject(resolve(document, requestBody)['content'])['application/json'])
  const size = (example: unknown) => JSON.stringify(resolve(document, example)['value']).length
  return Object.entries(asObject(content['examples'])).sort(([, a], [, b]) => size(a) - size(b))
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
