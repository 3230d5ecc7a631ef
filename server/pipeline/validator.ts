import type { RequestHandler } from 'express'
import { RequestValidator, ResponseValidator } from 'express-openapi-validator/dist/middlewares/index.js'
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
import type { Contract, ContractOperation } from '../../contract/document.ts'
import { asObject, isObject, type JsonObject } from '../../contract/json.ts'
import { copyForValidator } from '../../contract/validator-document.ts'

/** Checks an operation's requests, and its answers when they are sent. */
export type Validate = (operation: ContractOperation) => RequestHandler

/**
 * The two judges of express-openapi-validator, without the middleware that looks for the operation of a request: the
 * route knows it. An operation is compiled with its first request, unless it was warmed up.
 */
export function createValidator(contract: Contract): Validate {
  const apiSpec = nameSchemas(copyForValidator(contract))
  if (!isOpenApiDocument(apiSpec)) throw new Error('The contract is no OpenAPI 3.1 document.')
  const { ajvOpts } = new OpenApiValidator({
    apiSpec,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses: true,
  })
  const requestValidator = new RequestValidator(apiSpec, ajvOpts.request)
  const responseValidator = new ResponseValidator(apiSpec, ajvOpts.response, {}, serial).validate()
  const { paths = {} } = apiSpec
  // Both know the schemas by name now. What stays in the document is walked again for every operation.
  apiSpec.components = { ...apiSpec.components, schemas: {} }
  apiSpec.paths = {}

  return ({ path, method }) => {
    const operation = paths[path]?.[method]
    if (!operation) throw new Error(`The contract has no ${method} of ${path}.`)
    const parameters = [...(paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
    const schema = { ...operation, parameters }
    const openapi = { expressRoute: path, openApiRoute: path, schema, _responseSchema: schema, serial }
    return (request, response, next) => {
      Object.assign(request, { openapi: { ...openapi, pathParams: request.params } })
      responseValidator(request, response, (error) => {
        if (error) return next(error)
        void requestValidator.validate(request, response, next)
      })
    }
  }
}

/**
 * With names that mean the same from everywhere, a schema is compiled once. The validator makes a document of its own of
 * each request and answer, and would compile in each whatever that reaches: 6 s for all operations instead of 0.5 s.
 */
function nameSchemas(document: JsonObject): JsonObject {
  const place = '#/components/schemas/'
  const copy: unknown = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(place, 'schema:') : value,
  )
  const { schemas } = asObject(asObject(copy)['components'])
  for (const [name, schema] of Object.entries(asObject(schemas))) asObject(schema)['$id'] = `schema:${name}`
  return asObject(copy)
}

/** Tells answers of this document from those of another. There is no other. */
const serial = 0

function isOpenApiDocument(document: JsonObject): document is OpenApiDocument {
  return String(document['openapi']).startsWith('3.1.') && isObject(document['paths'])
}

type OpenApiDocument = ConstructorParameters<typeof RequestValidator>[0] & JsonObject
