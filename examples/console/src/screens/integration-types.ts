import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** The catalogue of types. It is read once: only a new version of the service changes it. */
export function useIntegrationTypes() {
  const { queries } = useApi()
  return useQuery(queries.integrationTypes.list({ size: 200 }))
}
