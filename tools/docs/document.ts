import { integrationTypesFolder, loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import { asArray, asObject, asString, isObject, type JsonObject, mapValues } from '../../contract/json.ts'
import { withBadges } from './badges.ts'
import { describeDecisions } from './decisions.ts'
import { describeErrorCodes } from './error-codes.ts'
import { describeFlows } from './flows.ts'
import { describeIntegrationTypes } from './integration-types.ts'
import { describeLifeCycles } from './life-cycles.ts'
import { describeModels } from './models.ts'
import { describeBadges } from './provenance.ts'
import { samplesIntroduction, withSamples } from './samples.ts'

/** The contract as its page shows it: with badges, samples, and sections that Redoc would not make by itself. */
export function describeContract(contract: JsonObject): JsonObject {
  const tags = asArray(contract['tags']).map(asObject)
  const flows = describeFlows(contract)
  const guides = [
    ...(flows === null ? [] : [{ name: 'Flows', description: flows }]),
    { name: 'Life cycles', description: describeLifeCycles(contract) },
    { name: 'Outcomes and policies', description: describeModels() },
    { name: 'Error codes', description: describeErrorCodes(contract) },
    { name: 'Badges and roles', description: describeBadges(contract, decisionsTag) },
    { name: decisionsTag, description: describeDecisions() },
  ]
  const types = describeIntegrationTypes(loadIntegrationTypes(integrationTypesFolder))
  return {
    ...withBadges(withSamples(readable(contract))),
    info: introduce(asObject(contract['info'])),
    servers: contract['servers'],
    tags: [...tags, ...guides, ...types],
    'x-tagGroups': [
      { name: 'Operations', tags: tags.map((tag) => asString(tag['name'])) },
      { name: 'Guides', tags: guides.map((guide) => guide.name) },
      { name: 'Integration types', tags: types.map((type) => type.name) },
    ],
  }
}

const decisionsTag = 'Decisions'

function introduce(info: JsonObject): JsonObject {
  return { ...info, description: `${asString(info['description'])}\n${samplesIntroduction}` }
}

/** Changes the schemas where Redoc would show them badly. */
function readable(contract: JsonObject): JsonObject {
  const components = asObject(contract['components'])
  const schemas = mapValues(components['schemas'], (schema) =>
    withNamedConditions(asObject(withoutDateLengths(schema))),
  )
  return { ...contract, components: { ...components, schemas } }
}

/** Redoc's sampler warns on the console of `minLength` and `maxLength` beside the format `date-time`. */
function withoutDateLengths(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutDateLengths)
  if (!isObject(node)) return node
  const { minLength: _shortest, maxLength: _longest, ...rest } = node
  return mapValues(node['format'] === 'date-time' ? rest : node, withoutDateLengths)
}

/** Redoc calls the branches of a condition "case 1" and "case 2" where they have no title. */
function withNamedConditions(schema: JsonObject): JsonObject {
  const condition = schema['if']
  if (!isObject(condition)) return schema
  const otherwise = schema['else']
  return {
    ...schema,
    if: { title: nameCondition(condition), ...condition },
    ...(isObject(otherwise) && {
      else: { title: nameCondition(asObject(otherwise['if'] ?? {})), ...withNamedConditions(otherwise) },
    }),
  }
}

function nameCondition({ properties }: JsonObject): string {
  const values = Object.entries(asObject(properties ?? {})).flatMap(([name, property]) => {
    const { const: value } = asObject(property)
    return typeof value === 'string' ? [`${name} is ${value}`] : []
  })
  return values.join(' and ') || 'otherwise'
}
