import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpResponse,
} from '@stoplight/prism-http'
import { createLogger } from '@stoplight/prism-core'
import type { ContractOperation } from '../contract/document.ts'
import type { Choice } from './preference.ts'

/** Prism over one contract. Requests that it is asked about have been checked: it answers, or checks an answer. */
export interface Prism {
  /** An example of the contract. */
  mock(operation: ContractOperation, choice: Choice): Promise<IHttpResponse>
  /** What is wrong with an answer; nothing when it keeps to the contract. */
  findViolations(operation: ContractOperation, answer: IHttpResponse): Promise<string[]>
}

/** Takes the contract as one document, which is not changed. */
export async function createPrism(document: object): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(structuredClone(document))
  const logger = createLogger('prism', { level: 'silent' })

  async function ask(operation: ContractOperation, config: IHttpConfig, upstream?: IHttpResponse) {
    const forward = () => () => async () => ({
      _tag: 'Right' as const,
      right: upstream ?? { statusCode: 502 },
    })
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    const request = { method: operation.method, url: { path, query: {} }, headers: {} }
    const asked = await createInstance(config, { logger, forward }).request(request, resources)()
    if ('left' in asked) throw asked.left
    return asked.right
  }

  return {
    async mock(operation, { status, example, mediaType }) {
      const mock = {
        dynamic: false,
        code: status,
        ...(example !== undefined && { exampleKey: example }),
        ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
      }
      const { output } = await ask(operation, { ...settings, isProxy: false, validateResponse: false, mock })
      return output
    },
    async findViolations(operation, answer) {
      const { validations } = await ask(
        operation,
        { ...settings, isProxy: true, validateResponse: true, upstream: nowhere },
        answer,
      )
      return validations.output.map(({ path = [], message }) => `${path.join('.')} ${message}`.trim())
    },
  }
}

const settings = {
  checkSecurity: false,
  validateRequest: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

/** Prism wants the address of what it is a proxy for: here that is an answer in this process. */
const nowhere = new URL('http://localhost')
