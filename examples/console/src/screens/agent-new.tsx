import { Button, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { faultsByField } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Fields } from '../parts/fields.tsx'
import { notify } from '../parts/notify.tsx'
import { texts } from '../texts.ts'
import { AgentFields, emptyAgent, toAgentBody, validateAgent } from './agent-fields.tsx'

const labels = texts.agents

/** A button, and behind it the form of a new agent. */
export function NewAgent() {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>{labels.create}</Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.create}>
        <NewAgentForm close={dialog.close} />
      </Modal>
    </>
  )
}

function NewAgentForm({ close }: { close: () => void }) {
  const { queries } = useApi()
  const form = useForm({ initialValues: emptyAgent, validate: validateAgent })
  const create = useMutation({
    ...queries.agents.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ name }) {
      notify(labels.created(name))
      close()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate({ body: toAgentBody(values) }))}>
      <Fields>
        <AgentFields form={form} />
        {create.error && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {labels.create}
        </Button>
      </Fields>
    </form>
  )
}
