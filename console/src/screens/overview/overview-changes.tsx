import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { ChangeSentence } from '../changes/change-sentence.tsx'
import { OverviewCard, OverviewRows } from './overview-card.tsx'

const labels = texts.overview

/** What somebody has changed last. */
export function LastChanges() {
  const { instance, queries } = useApi()
  const query = useQuery(queries.changes.list({ size: 6 }))
  return (
    <OverviewCard
      title={labels.changes}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/changes" params={{ instance }}>
          {labels.allChanges}
        </TextLink>
      }
    >
      {({ items }) => (
        <OverviewRows
          empty={texts.changes.empty}
          rows={items.map((change) => ({
            key: change.sequence,
            name: <ChangeSentence change={change} among={items} underline="always" />,
            end: <Time at={change.at} />,
          }))}
        />
      )}
    </OverviewCard>
  )
}
