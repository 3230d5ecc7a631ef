/**
 * What the service takes of express-openapi-validator. Its documented middleware was tried, and cost more than it gave (E-03): the
 * package exports nothing else, so its Ajv comes from files that it does not document. Their version is pinned exactly, and
 * test/pipeline/validator-package.test.ts names each fact that is relied on.
 */
export { createRequestAjv, createResponseAjv } from 'express-openapi-validator/dist/framework/ajv/index.js'
export { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js'
