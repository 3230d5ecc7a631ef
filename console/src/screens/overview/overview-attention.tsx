import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../../api.ts'
import { readFailing, readOpenReviews, shown } from '../../attention.ts'
import { TextLink } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { sayWait, Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { ChangeSentence } from '../changes/change-sentence.tsx'
import { TestOutcome } from '../integrations/test-outcome.tsx'
import { OverviewList } from './overview-card.tsx'

const labels = texts.overview

/** Integrations that do not work. The whole reason of each is under the pointer, and on its page. */
export function BadIntegrations() {
  const { instance, queries } = useApi()
  const query = useQuery(readFailing(queries))
  return (
    <OverviewList
      title={labels.integrations}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/integrations" params={{ instance }} search={{ status: 'error' }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
      empty={labels.noBadIntegrations}
      rowOf={({ id, name, status, lastTest }) => ({
        key: id,
        name: (
          <TextLink inherit to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
            {name}
          </TextLink>
        ),
        end: lastTest ? <TestOutcome test={lastTest} /> : <Status value={status} />,
      })}
    />
  )
}

/** Models with a draft, published or not. */
export function OpenDrafts() {
  const { instance, queries } = useApi()
  const query = useQuery(queries.twuModels.list({ hasDraft: true, size: shown, sort: 'updatedAt,desc' }))
  return (
    <OverviewList
      title={labels.drafts}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/twu-models" params={{ instance }} search={{ hasDraft: true }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
      empty={labels.noDrafts}
      rowOf={({ modelId, name, version, draftVersion, updatedAt }) => ({
        key: modelId,
        title: name,
        name: (
          <TextLink
            inherit
            to="/$instance/twu-models/$modelId/draft/$version"
            params={{ instance, modelId, version: String(draftVersion ?? version) }}
          >
            {name}
          </TextLink>
        ),
        end: <Time at={updatedAt} />,
      })}
    />
  )
}

/** Work that somebody has to look at before it counts as compliant. */
export function OpenReviews() {
  const { instance, queries } = useApi()
  const query = useQuery({ ...readOpenReviews(queries), ...readAgain })
  return (
    <OverviewList
      title={labels.reviews}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/reviews" params={{ instance }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
      empty={labels.noReviews}
      rowOf={({ id, title, createdAt }) => ({
        key: id,
        title,
        name: (
          <TextLink inherit to="/$instance/reviews" params={{ instance }} search={{ entry: id }}>
            {title}
          </TextLink>
        ),
        end: sayWait(createdAt),
      })}
    />
  )
}

/** What somebody has changed last. */
export function LastChanges() {
  const { instance, queries } = useApi()
  const query = useQuery(queries.changes.list({ size: 6 }))
  return (
    <OverviewList
      title={labels.changes}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/changes" params={{ instance }}>
          {labels.allChanges}
        </TextLink>
      }
      empty={texts.changes.empty}
      rowOf={(change) => ({
        key: change.sequence,
        name: <ChangeSentence change={change} among={query.data?.items ?? []} underline="always" />,
        end: <Time at={change.at} />,
      })}
    />
  )
}
