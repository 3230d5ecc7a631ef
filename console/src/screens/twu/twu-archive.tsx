import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TwuModelVersion } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { notify } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { texts } from '../../texts.ts'

const labels = texts.models

/** A button that archives a version. It asks first, because nothing brings an archived version back. */
export function ArchiveVersion({ version: { modelId, version, status } }: { version: TwuModelVersion }) {
  const { queries } = useApi()
  const [isOpen, dialog] = useDisclosure()
  const archive = useMutation({
    ...queries.twuModels.versions.archive(),
    onSuccess: () => notify(labels.archived(version)),
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open} aria-label={labels.archiveNumbered(version)}>
        {labels.archive}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.archiveNumbered(version)}>
        <Text size="sm">{status === 'DRAFT' ? labels.discardHint : labels.archiveHint}</Text>
        {archive.error && <Failure error={archive.error} />}
        <Group justify="end" mt="md">
          <Button variant="default" onClick={dialog.close}>
            {texts.cancel}
          </Button>
          <PendingButton
            color="red.9"
            isPending={archive.isPending}
            onClick={() => archive.mutate({ modelId, version })}
          >
            {labels.archive}
          </PendingButton>
        </Group>
      </Modal>
    </>
  )
}
