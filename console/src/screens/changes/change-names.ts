import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import type { ChangeFilters } from '../../filters.ts'
import type { Option } from '../../parts/named-filter.tsx'
import { nameOfUser } from '../users/user-name.ts'

export function useUserNames(search: string | undefined): Option[] {
  const { queries } = useApi()
  const users = useQuery(queries.users.list({ search, sort: 'username,asc' }))
  return users.data?.items.map((user) => ({ value: user.id, label: `${nameOfUser(user)} (${user.username})` })) ?? []
}

/** Of the type that is chosen, else of all types that have names. */
export function useResourceNames(type: ChangeFilters['resourceType'], search: string | undefined): Option[] {
  const { queries, may } = useApi()
  const isWanted = (one: ChangeFilters['resourceType']) => type === undefined || type === one
  const sort = 'name,asc'
  const users = useQuery({ ...queries.users.list({ search, sort: 'username,asc' }), enabled: isWanted('user') })
  const agents = useQuery({ ...queries.agents.list({ name: search, sort }), enabled: isWanted('agent') })
  const integrations = useQuery({
    ...queries.integrations.list({ search, sort }),
    enabled: isWanted('integration'),
  })
  const models = useQuery({ ...queries.twuModels.list({ name: search, sort }), enabled: isWanted('twu_model') })
  const webhooks = useQuery({
    ...queries.webhooks.list(),
    enabled: may('webhooks.list') && isWanted('webhook'),
  })
  return [
    ...(users.data?.items ?? []).map((user) => ({ value: user.id, label: nameOfUser(user) })),
    ...[agents, integrations, models].flatMap(({ data }) =>
      (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ),
    ...(webhooks.data?.items ?? []).map(({ id, url }) => ({ value: id, label: url })),
  ]
}
