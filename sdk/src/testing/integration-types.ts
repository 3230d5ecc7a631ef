import type { IntegrationType } from '../../../spec/openapi.gen.ts'
import { describeIntegrationType } from '../../../contract/rules/integration-form.ts'
import { contract } from './contract.gen.ts'
import type { Operation } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead } from './rows.ts'

export const listIntegrationTypes: Operation<'listIntegrationTypes'> = ({ query }, context) => {
  const items = Object.entries(contract.integrationTypes).map(([type, form]) =>
    describeIntegrationType(type, form),
  )
  const taken = takePage(
    context,
    { scope: 'integration-types', items, idOf: ({ type }) => type, filters },
    query,
  )
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listIntegrationTypes', IntegrationType> = {
  group: ({ group }, wanted) => group === wanted,
  search: ({ name, type }, wanted) => contains(name, wanted) || contains(type, wanted),
}

export const getIntegrationType: Operation<'getIntegrationType'> = ({ path, headers }) => {
  const form = contract.integrationTypes[path.type]
  if (!form) return { status: 404, problem: { code: 'integration_type_not_found' } }
  return answerRead({ ETag: `"${path.type}"` }, describeIntegrationType(path.type, form), headers)
}
