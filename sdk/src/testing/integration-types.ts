import { answerRead } from '../../../contract/rules/etag.ts'
import { describeIntegrationType, integrationTypeFilters } from '../../../contract/rules/integration-form.ts'
import { answerList } from '../../../contract/rules/list-in-memory.ts'
import { integrationTypeNotFound } from '../../../contract/rules/refusals.ts'
import { contract } from './contract.gen.ts'
import type { Operation } from './operation.ts'

export const listIntegrationTypes: Operation<'listIntegrationTypes'> = ({ path, query }) => {
  const forms = Object.entries(contract.integrationTypes)
  const items = forms.map(([type, form]) => describeIntegrationType(type, form))
  const scope = ['integration-types', path.instanceId]
  return answerList({ scope, items, idOf: ({ type }) => type, filters: integrationTypeFilters }, query)
}

export const getIntegrationType: Operation<'getIntegrationType'> = ({ path, headers }) => {
  const form = contract.integrationTypes[path.type]
  if (!form) return integrationTypeNotFound
  return answerRead(`"${path.type}"`, describeIntegrationType(path.type, form), headers)
}
