import { createInstance, getHttpOperationsFromSpec, type IHttpConfig, type IHttpResponse } from '@stoplight/prism-http'
import { createLogger } from '@stoplight/prism-core'
import type { ContractOperation } from '../contract/document.ts'
import type { Choice } from './preference.ts'

/** Prism over one contract. It gets only requests that the pipeline has checked. */
export interface Prism {
  /** An answer from the contract's examples. */
  mock(operation: ContractOperation, choice: Choice): Promise<IHttpResponse>
  /** The violations of the contract in an answer; empty when there are none. */
  findViolations(operation: ContractOperation, answer: IHttpResponse): Promise<string[]>
}

/** Takes the contract as one document, and does not change the document. */
export async function createPrism(document: object): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(structuredClone(document))
  const logger = createLogger('prism', { level: 'silent' })

  async function ask(operation: ContractOperation, config: IHttpConfig, upstream?: IHttpResponse) {
    const forward = () => () => async () => ({ _tag: 'Right' as const, right: upstream ?? { statusCode: 502 } })
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
      const config = { ...settings, isProxy: true, validateResponse: true, upstream: nowhere } as const
      const { validations } = await ask(operation, config, answer)
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

/** Prism demands the address of an upstream server. Here the upstream answer comes from this process. */
const nowhere = new URL('http://localhost')
