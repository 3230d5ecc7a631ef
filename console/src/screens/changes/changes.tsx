import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Differences } from '../../parts/differences.tsx'
import { Disclosure } from '../../parts/disclosure.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { ChangeFilterBar } from './change-filters.tsx'
import { ChangeSentence } from './change-sentence.tsx'

const route = getRouteApi('/$instance/changes')
const labels = texts.changes

/** Who changed what in the instance, the newest first. */
export function Changes() {
  const { instance, queries } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const list = useList(queries.changes.listInfinite(narrowing.filters))
  const shown = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Screen title={labels.title}>
      <ChangeFilterBar narrowing={narrowing} shown={shown} />
      <List
        label={labels.title}
        list={list}
        narrowing={narrowing}
        empty={labels.empty}
        next={
          <ButtonLink variant="default" to="/$instance" params={{ instance }}>
            {texts.overview.open}
          </ButtonLink>
        }
        idOf={({ sequence }) => String(sequence)}
        columns={[
          {
            header: labels.what,
            isLong: true,
            // A sentence is one text: a link in it is not as large as its cell.
            cell: (change) => (
              <span>
                <ChangeSentence change={change} among={shown} underline="always" />
              </span>
            ),
          },
          { header: labels.at, width: '9rem', inRow: 'below', cell: ({ at }) => <Time at={at} /> },
          {
            header: labels.difference,
            width: '38%',
            isLong: true,
            inRow: 'belowEnd',
            cell: ({ resource, difference }) =>
              difference.length > 0 && (
                <Disclosure label={labels.values(difference.length)}>
                  <Differences type={resource.type} difference={difference} />
                </Disclosure>
              ),
          },
        ]}
      />
    </Screen>
  )
}
