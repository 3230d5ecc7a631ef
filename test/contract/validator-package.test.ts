import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { createRequestAjv, createResponseAjv, OpenApiValidator } from '../../server/contract/validator-library.ts'

/**
 * What the validator of the service relies on in files of express-openapi-validator that the package does not document
 * (server/contract/validator-library.ts). When a new version fails here, E-03 (docs/decisions) says what each fact is used for.
 */
const { version } = readPackage('node_modules/express-openapi-validator/package.json')
const thing = {
  $id: 'schema:Thing',
  type: 'object' as const,
  additionalProperties: false,
  required: ['size'],
  properties: {
    id: { type: 'string' as const, readOnly: true },
    size: { type: 'integer' as const, maximum: 10 },
    code: { type: 'string' as const, format: 'even' },
  },
}
const apiSpec: Parameters<typeof createRequestAjv>[0] = {
  openapi: '3.1.0',
  info: { title: 'Things', summary: 'For tests', version: '1' },
  paths: {},
  webhooks: {},
  components: { schemas: { Thing: thing } },
}
const { ajvOpts } = new OpenApiValidator({
  apiSpec,
  validateRequests: { allErrors: true, coerceTypes: false },
  validateResponses: true,
  formats: { even: { type: 'string', validate: (text: string) => text.length % 2 === 0 } },
})

test('the version is pinned exactly, since a minor one may move these files', () => {
  const { dependencies } = readPackage('package.json')
  expect(asObject(dependencies)['express-openapi-validator']).toBe(version)
})

test('every schema of the document is known by its $id, so that it is compiled once', () => {
  const ajv = createRequestAjv(apiSpec, ajvOpts.request)
  expect(ajv.compile({ $ref: 'schema:Thing' })({ size: 1 })).toBe(true)
})

test('all faults are reported, each with the facts that the sentences are made of', () => {
  const ajv = createRequestAjv(apiSpec, { ...ajvOpts.request, verbose: true })
  const validate = ajv.compile({ $ref: 'schema:Thing' })
  expect(validate({ size: 11, code: 'odd', colour: 'red' })).toBe(false)
  expect(validate.errors).toMatchObject([
    { keyword: 'additionalProperties', instancePath: '', params: { additionalProperty: 'colour' } },
    { keyword: 'maximum', instancePath: '/size', params: { limit: 10 }, data: 11 },
    { keyword: 'format', instancePath: '/code', params: { format: 'even' } },
  ])
})

test('texts become numbers only where coerceTypes says so', () => {
  const body = createRequestAjv(apiSpec, ajvOpts.request).compile({ $ref: 'schema:Thing' })
  expect(body({ size: '5' })).toBe(false)
  const parameters = createRequestAjv(apiSpec, { ...ajvOpts.request, coerceTypes: true })
  const query = { size: '5' }
  expect(parameters.compile({ $ref: 'schema:Thing' })(query)).toBe(true)
  expect(query).toEqual({ size: 5 })
})

test('the keyword readOnly refuses a body, and can be removed', () => {
  const sent = { id: 'a', size: 1 }
  expect(createRequestAjv(apiSpec, ajvOpts.request).compile({ $ref: 'schema:Thing' })(sent)).toBe(false)
  const without = createRequestAjv(apiSpec, ajvOpts.request)
  without.removeKeyword('readOnly')
  expect(without.compile({ $ref: 'schema:Thing' })(sent)).toBe(true)
})

test('answers are checked by the same formats, and their faults have a text', () => {
  const ajv = createResponseAjv(apiSpec, ajvOpts.response)
  const validate = ajv.compile({ $ref: 'schema:Thing' })
  expect(validate({ id: 'a', size: 1, code: 'even' })).toBe(true)
  expect(validate({ id: 'a', size: 1, code: 'odd' })).toBe(false)
  expect(ajv.errorsText(validate.errors, { dataVar: '' })).toBe('/code must match format "even"')
})

function readPackage(path: string) {
  const parsed: unknown = JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
  return asObject(parsed)
}
