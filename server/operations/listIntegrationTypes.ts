import { describeIntegrationType, integrationTypeFilters } from '../../contract/rules/integration-form.ts'
import { answerList } from '../../contract/rules/list-in-memory.ts'
import type { Operation } from '../contract/operation.ts'

export const listIntegrationTypes: Operation<'listIntegrationTypes'> = async (
  { path, query },
  { integrationTypes },
) => {
  const items = [...integrationTypes].map(([id, type]) => describeIntegrationType(id, type))
  const scope = ['integration-types', path.instanceId]
  return answerList({ scope, items, idOf: ({ type }) => type, filters: integrationTypeFilters }, query)
}
