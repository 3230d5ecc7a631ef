import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TwuModelVersion } from '@instance-admin/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { notify } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { texts } from '../../texts.ts'

const labels = texts.models

/** A button that makes a draft of a version. It asks first where a draft would be lost. */
export function TakeBack({ version: old }: { version: TwuModelVersion }) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const { modelId } = old
  const model = useQuery(queries.twuModels.get(modelId))
  const draftVersion = model.data?.draftVersion ?? null
  const draft = useQuery({
    ...queries.twuModels.versions.getWithVersion(modelId, draftVersion ?? 0),
    enabled: isOpen && draftVersion !== null,
  })
  function edit(version: number) {
    notify(labels.takenBack(old.version))
    return navigate({
      to: '/$instance/twu-models/$modelId/draft/$version',
      params: { instance, modelId, version: String(version) },
    })
  }
  const create = useMutation({
    ...queries.twuModels.versions.create(),
    onError: dialog.open,
    onSuccess: ({ version }) => edit(version),
  })
  const replace = useMutation({
    ...queries.twuModels.versions.updateWithVersion(),
    onSuccess: ({ data }) => edit(data.version),
  })
  const error = create.error ?? replace.error ?? draft.error
  return (
    <>
      <PendingButton
        variant="default"
        disabled={!model.data}
        isPending={create.isPending}
        onClick={() => (draftVersion === null ? create.mutate({ modelId, body: old }) : dialog.open())}
      >
        {labels.takeBack}
      </PendingButton>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.takeBack}>
        {draftVersion !== null && (
          <>
            <Text size="sm">{labels.takeBackHint(draftVersion)}</Text>
            <TextLink
              size="sm"
              to="/$instance/twu-models/$modelId/compare"
              params={{ instance, modelId }}
              search={{ from: old.version, to: draftVersion }}
            >
              {labels.compare}
            </TextLink>
          </>
        )}
        {error && <Failure error={error} />}
        <Group justify="end" mt="md">
          <Button variant="default" onClick={dialog.close}>
            {texts.cancel}
          </Button>
          {draft.data && (
            <PendingButton
              color="red.9"
              isPending={replace.isPending}
              onClick={() =>
                replace.mutate({
                  modelId,
                  version: draft.data.data.version,
                  body: old,
                  ifMatch: draft.data.version,
                })
              }
            >
              {labels.replaceDraft}
            </PendingButton>
          )}
        </Group>
      </Modal>
    </>
  )
}
