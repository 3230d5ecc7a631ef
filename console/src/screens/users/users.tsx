import { userSortValues } from '@instance-admin/sdk'
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ChoiceFilter, FlagFilter, SortFilter, TextFilter } from '../../parts/filters.tsx'
import { TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { lazyPart } from '../../parts/online.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { nameOfUser } from './user-name.ts'
import { Roles } from './user-roles.tsx'

const route = getRouteApi('/$instance/users')
const labels = texts.users

/** Its code comes when somebody opens it. */
const NewUser = lazyPart(() => import('./user-new.tsx'), 'NewUser')

export function Users() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, propsOf } = narrowing
  const list = useList(queries.users.listInfinite(filters))
  return (
    <Screen title={labels.title} actions={may('users.create') && <Create label={labels.create} />}>
      <FilterBar set={narrowing.set}>
        <TextFilter label={labels.search} {...propsOf('search')} />
        <ChoiceFilter label={labels.role} labels={texts.roles} {...propsOf('role')} />
        <FlagFilter label={labels.enabled} {...propsOf('enabled')} />
        <SortFilter values={userSortValues} first="updatedAt,desc" narrowing={narrowing} />
      </FilterBar>
      <List
        label={labels.title}
        list={list}
        narrowing={narrowing}
        empty={labels.empty}
        next={may('users.create') && <Create label={labels.first} />}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.person,
            sorts: ['username,asc', 'username,desc'],
            cell: (user) => (
              <TextLink to="/$instance/users/$userId" params={{ instance, userId: user.id }}>
                {nameOfUser(user)}{' '}
                <Text span display={{ base: 'inline', xs: 'block' }} size="xs" c="dimmed" truncate>
                  {user.username}
                </Text>
              </TextLink>
            ),
          },
          { header: labels.email, width: '27%', cell: ({ email }) => <Breakable text={email} /> },
          { header: labels.roles, isLong: true, inRow: 'below', cell: ({ roles }) => <Roles roles={roles} /> },
          {
            header: labels.signIn,
            width: '9rem',
            inRow: 'end',
            cell: ({ enabled }) => <Status value={enabled ? 'enabled' : 'disabled'} />,
          },
          {
            header: labels.updatedAt,
            sorts: ['updatedAt,desc', 'updatedAt,asc'],
            width: '10rem',
            inRow: 'belowEnd',
            cell: ({ updatedAt }) => <Time at={updatedAt} />,
          },
        ]}
      />
    </Screen>
  )
}

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewUser close={close} />}</DialogButton>
}
