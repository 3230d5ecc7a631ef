import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'

/** The catalogue of types. It is read once: only a new version of the service changes it. */
export function useIntegrationTypes() {
  const { queries } = useApi()
  return useQuery(queries.integrationTypes.list({ size: 200 }))
}

/** What the types are called, by their names in the API. */
export function useTypeNames() {
  const types = useIntegrationTypes().data?.items ?? []
  const names: Partial<Record<(typeof types)[number]['type'], string>> = Object.fromEntries(
    types.map(({ type, name }) => [type, name]),
  )
  return names
}
