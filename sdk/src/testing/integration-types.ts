import type { IntegrationType } from '../../../spec/openapi.gen.ts'
import { trust } from '../trust.ts'
import { contract } from './contract.gen.ts'
import type { IntegrationForm } from './contract.ts'
import type { Operation } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead } from './rows.ts'

export const listIntegrationTypes: Operation<'listIntegrationTypes'> = ({ query }, context) => {
  const items = contract.integrationTypes.map(toIntegrationType)
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
  const form = findForm(path.type)
  if (!form) return { status: 404, problem: { code: 'integration_type_not_found' } }
  return answerRead({ ETag: `"${form.type}"` }, toIntegrationType(form), headers)
}

export function findForm(type: string): IntegrationForm | undefined {
  return contract.integrationTypes.find((form) => form.type === type)
}

/** What clients are told of a type, which is generated from what the service tells. */
function toIntegrationType({ fields, ...form }: IntegrationForm): IntegrationType {
  return trust<IntegrationType>({
    ...form,
    fields: fields.map(({ host: _host, forbidden: _forbidden, ...field }) => field),
  })
}
