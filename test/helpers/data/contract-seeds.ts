import { resolve } from '../../../contract/document.ts'
import { asArray, asObject, type JsonObject } from '../../../contract/json.ts'
import type { Impact } from '../../../tools/gate/changes.ts'

/** A change of the bundled contract, and the message that the gate must report. Every seed changes another place. */
export interface Seed {
  name: string
  impact: Impact
  text: string
  /** A second message for the same change. */
  also?: string | string[]
  change(document: JsonObject): void
}

export function removeField(document: JsonObject): void {
  const user = schema(document, 'User')
  delete asObject(user['properties'])['email']
  user['required'] = asArray(user['required']).filter((name) => name !== 'email')
}

export function narrowEnum(document: JsonObject): void {
  asArray(schema(document, 'UserSort')['enum']).pop()
}

export function requireParameter(document: JsonObject): void {
  const parameter = { name: 'team', in: 'query', required: true, schema: { type: 'string', maxLength: 9 } }
  asArray(operation(document, '/users', 'get')['parameters']).push(parameter)
}

export function removeStatus(document: JsonObject): void {
  delete asObject(operation(document, '/users', 'get')['responses'])['403']
}

export function addField(document: JsonObject): void {
  asObject(schema(document, 'User')['properties'])['nickname'] = { type: 'string', maxLength: 9 }
}

export const seeds: Seed[] = [
  {
    name: 'a role that is shut out',
    impact: 'breaking',
    text: '`GET /instances/{instanceId}/users`: role `Administrator` removed.',
    change: (document) => void asArray(operation(document, '/users', 'get')['security']).pop(),
  },
  {
    name: 'a role that is let in',
    impact: 'additive',
    text: '`POST /instances/{instanceId}/users`: role `Editor` added.',
    change: (document) =>
      void asArray(operation(document, '/users', 'post')['security']).push({ identityProvider: ['Editor'] }),
  },
  {
    name: 'an operation that is open to all',
    impact: 'breaking',
    text: '`GET /instances/{instanceId}/users/{userId}`: role `Manager` removed.',
    also: '`GET /instances/{instanceId}/users/{userId}`: role `Administrator` removed.',
    change: (document) => void (operation(document, '/users/{userId}', 'get')['security'] = []),
  },
  {
    name: 'a reference to a schema that never is null',
    impact: 'breaking',
    text: '`POST /instances/{instanceId}/users`: property `middleName`: Type of `PersonName` narrowed from `string | null` to `string`.',
    also: [
      '`POST /instances/{instanceId}/users`: property `middleName`: `minLength` of `PersonName` was set to `1`.',
      '`POST /instances/{instanceId}/users`: property `middleName`: `pattern` of `PersonName` changed from `^$|\\S` to `\\S`.',
    ],
    change: (document) =>
      void (property(document, 'UserCreate', 'middleName')['$ref'] = '#/components/schemas/PersonName'),
  },
  {
    name: 'a removed operation',
    impact: 'breaking',
    text: '`DELETE /instances/{instanceId}/agents/{agentId}`: Operation `DELETE /instances/{instanceId}/agents/{agentId}` was removed.',
    change: (document) => void delete pathItem(document, '/agents/{agentId}')['delete'],
  },
  {
    name: 'a new operation',
    impact: 'additive',
    text: '`/instances/{instanceId}/teams`: GET added.',
    change(document) {
      const get = { ...operation(document, '/users', 'get'), operationId: 'listTeams' }
      asObject(document['paths'])['/instances/{instanceId}/teams'] = { get }
    },
  },
  {
    name: 'a renamed operationId',
    impact: 'breaking',
    text: '`GET /instances/{instanceId}/agents`: `operationId` of operation `GET /instances/{instanceId}/agents` changed from `listAgents` to `findAgents`.',
    change: (document) => void (operation(document, '/agents', 'get')['operationId'] = 'findAgents'),
  },
  {
    name: 'a deprecated operation',
    impact: 'additive',
    text: '`GET /instances/{instanceId}/agents`: `deprecated` set to `true`.',
    change: (document) => void (operation(document, '/agents', 'get')['deprecated'] = true),
  },
  {
    name: 'an optional parameter',
    impact: 'additive',
    text: '`GET /instances/{instanceId}/agents`: query parameter `team` added.',
    change(document) {
      const parameter = { name: 'team', in: 'query', schema: { type: 'string', maxLength: 9 } }
      asArray(operation(document, '/agents', 'get')['parameters']).push(parameter)
    },
  },
  {
    name: 'a removed header of an answer',
    impact: 'breaking',
    text: '`POST /instances/{instanceId}/agents`: Response header `Location` was removed.',
    change(document) {
      const created = asObject(asObject(operation(document, '/agents', 'post')['responses'])['201'])
      delete asObject(created['headers'])['Location']
    },
  },
  {
    name: 'a smaller body limit',
    impact: 'breaking',
    text: '`POST /instances/{instanceId}/agents`: `x-max-body-bytes` changed from `65536` to `1024`.',
    change: (document) =>
      void (asObject(operation(document, '/agents', 'post')['requestBody'])['x-max-body-bytes'] = 1024),
  },
  {
    name: 'another default',
    impact: 'breaking',
    text: '`AgentSort`: `default` changed from `name,asc` to `createdAt,desc`.',
    change: (document) => void (schema(document, 'AgentSort')['default'] = 'createdAt,desc'),
  },
  {
    name: 'a new value of an enum in requests',
    impact: 'additive',
    text: '`AgentSort`: `enum` gained `priority,asc`.',
    change: (document) => void asArray(schema(document, 'AgentSort')['enum']).push('priority,asc'),
  },
  {
    name: 'a new value of an enum in answers',
    impact: 'breaking',
    text: '`AgentPriority`: Enum of `priority` gained values: `urgent`.',
    change: (document) => void asArray(schema(document, 'AgentPriority')['enum']).push('urgent'),
  },
  {
    name: 'a new error code of an old operation',
    impact: 'breaking',
    text: '`AgentNotFoundProblem`: Enum of `code` gained values: `agent_deleted`.',
    change(document) {
      const [, narrowed] = asArray(schema(document, 'AgentNotFoundProblem')['allOf'])
      const code = asObject(asObject(asObject(narrowed)['properties'])['code'])
      asArray(code['enum']).push('agent_deleted')
    },
  },
  {
    name: 'a new error code for a new operation',
    impact: 'additive',
    text: '`ProblemCode`: Enum of `code` gained values: `team_not_found`.',
    change: (document) => void asArray(schema(document, 'ProblemCode')['enum']).push('team_not_found'),
  },
  {
    name: 'a pattern',
    impact: 'breaking',
    text: '`Username`: `pattern` of `username` changed from `^\\S+$` to `^[a-z]+$`.',
    change: (document) => void (schema(document, 'Username')['pattern'] = '^[a-z]+$'),
  },
  {
    name: 'a lower limit',
    impact: 'breaking',
    text: '`AgentName`: `maxLength` of `name` changed from `256` to `20`.',
    change: (document) => void (schema(document, 'AgentName')['maxLength'] = 20),
  },
  {
    name: 'a higher limit, in answers too',
    impact: 'additive',
    text: '`EmailAddress`: `maxLength` of `email` changed from `254` to `320`.',
    change: (document) => void (schema(document, 'EmailAddress')['maxLength'] = 320),
  },
  {
    name: 'a request field that becomes required',
    impact: 'breaking',
    text: '`UserCreate`: Properties of `UserCreate` became required: `familyName`.',
    change: (document) => void asArray(schema(document, 'UserCreate')['required']).push('familyName'),
  },
  {
    name: 'an optional request field',
    impact: 'additive',
    text: '`UserCreate`: property `nickname` added.',
    change(document) {
      asObject(schema(document, 'UserCreate')['properties'])['nickname'] = { type: 'string', maxLength: 9 }
    },
  },
  {
    name: 'a new integration type',
    impact: 'additive',
    text: '`Integration`: variant `Acme Desk` added.',
    change(document) {
      const variant = { ...schema(document, 'ZendeskIntegration'), title: 'Acme Desk' }
      asObject(asObject(document['components'])['schemas'])['AcmeDeskIntegration'] = variant
      const union = schema(document, 'Integration')
      asArray(union['oneOf']).push({ $ref: '#/components/schemas/AcmeDeskIntegration' })
      const { mapping } = asObject(union['discriminator'])
      asObject(mapping)['ACME_DESK'] = '#/components/schemas/AcmeDeskIntegration'
    },
  },
  {
    name: 'an integration type that goes',
    impact: 'breaking',
    text: '`IntegrationInput`: variant `Zoho CRM integration input` removed.',
    change: (document) => void asArray(schema(document, 'IntegrationInput')['oneOf']).pop(),
  },
  {
    name: 'a narrower pattern of an integration type',
    impact: 'breaking',
    text: '`ZendeskMetadata`: `pattern` of `email` changed from `^$|^[^\\s@:]+@[^\\s@:][^\\s@:.]*\\.[^\\s@:]+$` to `^[a-z]+@x$`.',
    change: (document) => void (property(document, 'ZendeskMetadata', 'email')['pattern'] = '^[a-z]+@x$'),
  },
  {
    name: 'a field of an answer that may be missing',
    impact: 'breaking',
    text: '`JiraConfiguration`: Properties of `metadata` are no longer required: `email`.',
    change: (document) => {
      const configuration = schema(document, 'JiraConfiguration')
      configuration['required'] = asArray(configuration['required']).filter((name) => name !== 'email')
    },
  },
  {
    name: 'a new required field of an integration type',
    impact: 'breaking',
    text: '`JiraMetadata`: Properties of `metadata` became required: `region`.',
    also: '`JiraMetadata`: property `region` added.',
    change(document) {
      addProperty(document, 'JiraMetadata', 'region')
      asArray(schema(document, 'JiraMetadata')['required']).push('region')
    },
  },
  {
    name: 'a field of an integration type that becomes a secret',
    impact: 'breaking',
    text: '`OktaMetadata`: property `orgUrl`: `writeOnly` set to `true`.',
    change: (document) => void (property(document, 'OktaMetadata', 'orgUrl')['writeOnly'] = true),
  },
  {
    name: 'an optional field of an integration type that becomes required',
    impact: 'breaking',
    text: '`GitlabMetadata`: Properties of `metadata` became required: `baseUrl`.',
    change: (document) => void asArray(schema(document, 'GitlabMetadata')['required']).push('baseUrl'),
  },
  {
    name: 'a renamed field of an integration type',
    impact: 'breaking',
    text: '`StripeMetadataUpdate`: Property `secretKey` of `metadata` was removed.',
    also: '`StripeMetadataUpdate`: property `restrictedKey` added.',
    change(document) {
      const properties = asObject(schema(document, 'StripeMetadataUpdate')['properties'])
      properties['restrictedKey'] = properties['secretKey']
      delete properties['secretKey']
    },
  },
  {
    name: 'a new optional field of an integration type',
    impact: 'additive',
    text: '`SlackMetadata`: property `team` added.',
    change: (document) => addProperty(document, 'SlackMetadata', 'team'),
  },
  {
    name: 'an enum that says from now on that it may grow',
    impact: 'breaking',
    text: '`PolicyStatus`: `x-extensible` set to `true`.',
    change: (document) => void (schema(document, 'PolicyStatus')['x-extensible'] = true),
  },
  {
    name: 'a description',
    impact: 'wording',
    text: '`Timestamp`: `description` changed from `RFC 3339 in UTC with milliseconds.` to `A point in time.`.',
    change: (document) => void (schema(document, 'Timestamp')['description'] = 'A point in time.'),
  },
]

function schema(document: JsonObject, name: string): JsonObject {
  return resolve(document, { $ref: `#/components/schemas/${name}` })
}

function property(document: JsonObject, name: string, key: string): JsonObject {
  return asObject(asObject(schema(document, name)['properties'])[key])
}

function addProperty(document: JsonObject, name: string, key: string): void {
  asObject(schema(document, name)['properties'])[key] = { type: 'string', maxLength: 9 }
}

function operation(document: JsonObject, path: string, method: string): JsonObject {
  return asObject(pathItem(document, path)[method])
}

function pathItem(document: JsonObject, path: string): JsonObject {
  return asObject(asObject(document['paths'])[`/instances/{instanceId}${path}`])
}
