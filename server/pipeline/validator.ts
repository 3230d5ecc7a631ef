import type { RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import type { Contract } from '../../contract/document.ts'
import { isObject } from '../../contract/json.ts'
import { copyForValidator } from '../../contract/validator-document.ts'

/** Checks requests and answers of every operation. Each is compiled with its first request, unless it was warmed up. */
export function createValidator(contract: Contract): RequestHandler[] {
  const apiSpec = copyForValidator(contract)
  if (!isOpenApiDocument(apiSpec)) throw new Error('The contract is no OpenAPI 3.1 document.')
  return OpenApiValidator.middleware({
    apiSpec,
    validateApiSpec: false,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses: true,
    // Done before the body is read, by the roles of the contract.
    validateSecurity: false,
    fileUploader: false,
    useRequestUrl: true,
  })
}

function isOpenApiDocument(document: unknown): document is OpenApiDocument {
  return isObject(document) && String(document['openapi']).startsWith('3.1.') && isObject(document['paths'])
}

type OpenApiDocument = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>
