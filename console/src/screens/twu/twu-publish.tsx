import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Fault } from '@instance-admin/sdk'
import { isApiError } from '@instance-admin/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { notify } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { texts } from '../../texts.ts'
import { Changes } from './twu-changes.tsx'
import { ComparedCases } from './twu-compared-cases.tsx'

const labels = texts.models

/** Shows what a draft changes in the version that is in use, and asks before it is published: nothing takes that back. */
export function Publish({ modelId, version, ifMatch, close, refused }: PublishProps) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const model = useQuery(queries.twuModels.get(modelId))
  const publish = useMutation({
    ...queries.twuModels.publish(),
    onError(error) {
      if (isApiError(error) && error.errors.length > 0) refused(error.errors)
    },
    onSuccess() {
      notify(labels.published(version))
      return navigate({
        to: '/$instance/twu-models/$modelId',
        params: { instance, modelId },
        ignoreBlocker: true,
      })
    },
  })
  const error = publish.error ?? model.error
  return (
    <Modal opened onClose={close} title={labels.publishNumbered(version)} size="xl">
      <Stack>
        <Text size="sm">{labels.publishHint}</Text>
        {model.data ? <Difference modelId={modelId} from={model.data.publishedVersion} to={version} /> : <Loading />}
      </Stack>
      {error && <Failure error={error} />}
      <Group justify="end" mt="md">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <PendingButton
          data-autofocus
          isPending={publish.isPending}
          onClick={() => publish.mutate({ modelId, ifMatch })}
        >
          {labels.publishNumbered(version)}
        </PendingButton>
      </Group>
    </Modal>
  )
}

function Difference({ modelId, from, to }: { modelId: string; from: number | null; to: number }) {
  const { instance, queries } = useApi()
  // What was saved a moment ago counts.
  const compared = useQuery({
    ...queries.twuModels.versions.compare(modelId, from ?? to, to),
    enabled: from !== null,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  if (from === null) return <Text>{labels.firstVersion}</Text>
  if (compared.error) return <Failure error={compared.error} retry={() => void compared.refetch()} />
  if (!compared.data || compared.isFetching) return <Loading />
  return (
    <>
      <Group justify="space-between">
        <Text fw={600}>{labels.fromTo(from, to)}</Text>
        <TextLink
          size="sm"
          to="/$instance/twu-models/$modelId/compare"
          params={{ instance, modelId }}
          search={{ from, to }}
        >
          {labels.compare}
        </TextLink>
      </Group>
      <Changes changes={compared.data.changes} />
      <ComparedCases comparison={compared.data} />
    </>
  )
}

interface PublishProps {
  modelId: string
  version: number
  /** The version of the draft, as it was saved. */
  ifMatch: string | null
  close: () => void
  /** Gets what the draft lacks, when the service did not publish it. */
  refused: (faults: readonly Fault[]) => void
}
