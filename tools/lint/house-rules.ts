import { isObject, type JsonObject } from '../../contract/json.ts'
import { readDecisions, readOrigin } from './origin.ts'

/**
 * Our own rules for the contract, run by `redocly lint`:
 * `origin`: every operation and every named node states its origin, and every named decision exists;
 * `roles`: every operation lists the roles that open it; `bad-request`: an operation that takes input declares 400;
 * `failure-message`: every operation has the message that clients show; `limits`: every string, number, array and
 * object is bounded; `named-schemas`: bodies refer to schemas that have a name.
 */
export default function houseRules() {
  return {
    id: 'house',
    rules: {
      oas3: {
        origin,
        // What the service sends (`webhooks`) has neither roles nor answers of ours.
        roles: () => ({ Paths: { Operation: { enter: checkRoles } } }),
        'bad-request': () => ({ Paths: { Operation: { enter: checkBadRequest } } }),
        'failure-message': () => ({ Paths: { Operation: { enter: checkFailureMessage } } }),
        limits: () => ({ Schema: { enter: checkLimits } }),
        'named-schemas': () => ({ MediaType: { enter: checkNamedSchema } }),
      },
    },
  }
}

interface LintContext {
  report(problem: { message: string }): void
  location: { pointer: string }
}

function origin() {
  const decisions = readDecisions()
  const check = (node: JsonObject, context: LintContext) => {
    const { fault } = readOrigin(node, decisions)
    if (fault !== undefined) context.report({ message: fault })
  }
  // An unnamed node inherits the origin of the node around it, so only its own marks are checked.
  const checkMarked = (node: JsonObject, context: LintContext) => {
    if (isNamed(context) || 'x-origin' in node || 'x-decision' in node) check(node, context)
  }
  return {
    Operation: { enter: check },
    Schema: { enter: checkMarked },
    Parameter: { enter: checkMarked },
    Response: { enter: checkMarked },
    Header: { enter: checkMarked },
  }
}

/** True for a named node like `users.yaml#/schemas/User`, false for a node inside another. */
function isNamed({ location }: LintContext): boolean {
  return /^#\/(?:components\/)?\w+\/\w+$/.test(location.pointer)
}

function checkRoles(operation: JsonObject, context: LintContext): void {
  const { security } = operation
  const roles = Array.isArray(security)
    ? security.flatMap((requirement: unknown) => (isObject(requirement) ? Object.values(requirement).flat() : []))
    : []
  if (roles.length === 0) context.report({ message: 'security must list at least one role.' })
}

function checkBadRequest({ responses }: JsonObject, context: LintContext): void {
  // Every path has parameters, so every operation takes input.
  if (!isObject(responses) || !('400' in responses))
    context.report({ message: 'declare 400: the operation takes input.' })
}

function checkFailureMessage(operation: JsonObject, context: LintContext): void {
  const message = operation['x-failure-message']
  if (typeof message !== 'string' || message === '') context.report({ message: 'x-failure-message is missing.' })
}

function checkLimits(schema: JsonObject, context: LintContext): void {
  // A branch of `allOf` or `oneOf` only narrows another schema, which has the limits.
  if (isNarrowing(context)) return
  const types = [schema['type']].flat()
  const has = (...names: string[]) => names.every((name) => Object.hasOwn(schema, name))
  if (types.includes('string') && !has('enum') && !has('maxLength')) {
    context.report({ message: 'a string needs maxLength or enum.' })
  }
  if ((types.includes('integer') || types.includes('number')) && !has('minimum', 'maximum')) {
    context.report({ message: 'a number needs minimum and maximum.' })
  }
  if (types.includes('array') && !has('maxItems')) context.report({ message: 'an array needs maxItems.' })
  const isOpen = schema['additionalProperties'] !== false && !has('maxProperties')
  if (types.includes('object') && isOpen) {
    context.report({ message: 'an object needs additionalProperties: false or maxProperties.' })
  }
}

function isNarrowing({ location }: LintContext): boolean {
  return /\/(?:allOf|oneOf)\/\d+(?:\/|$)/.test(location.pointer)
}

function checkNamedSchema(mediaType: JsonObject, context: LintContext): void {
  const { schema } = mediaType
  if (!isObject(schema) || !('$ref' in schema))
    context.report({ message: 'the schema of a body needs a name: use $ref.' })
}
