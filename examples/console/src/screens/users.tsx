import { Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { UserFilters } from '../filters.ts'
import { ChoiceFilter, FlagFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { NewUser } from './user-new.tsx'

const route = getRouteApi('/$instance/users')
const labels = texts.users

export function Users() {
  const { instance, queries, may } = useApi()
  const filters = route.useSearch()
  const list = useInfiniteQuery({
    ...queries.users.listInfinite(filters),
    placeholderData: keepPreviousData,
  })
  return (
    <Screen title={labels.title} actions={may('users.create') && <NewUser />}>
      <Filters />
      <List
        label={labels.title}
        list={list}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.username,
            cell: ({ id, username }) => (
              <TextLink to="/$instance/users/$userId" params={{ instance, userId: id }}>
                {username}
              </TextLink>
            ),
          },
          { header: labels.email, cell: ({ email }) => email },
          {
            header: labels.roles,
            cell: ({ roles }) => roles.map((role) => texts.roles[role]).join(', ') || texts.none,
          },
          {
            header: labels.enabled,
            cell: ({ enabled }) => (enabled ? texts.yes : texts.no),
          },
          { header: labels.updatedAt, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
      />
    </Screen>
  )
}

/** The filters of the list are in the address, so that a link and the way back lead to the same list. */
function Filters() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: UserFilters) => void navigate({ search: { ...filters, ...changed }, replace: true })
  return (
    <Group align="end">
      <TextFilter label={labels.search} value={filters.search} onChange={(search) => change({ search })} />
      <ChoiceFilter
        label={labels.role}
        value={filters.role}
        labels={texts.roles}
        onChange={(role) => change({ role })}
      />
      <FlagFilter label={labels.enabled} value={filters.enabled} onChange={(enabled) => change({ enabled })} />
    </Group>
  )
}
