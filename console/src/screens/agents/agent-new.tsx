import { faultsByField } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { notify } from '../../parts/notify.tsx'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { AgentFields, emptyAgent, toAgentBody, validateAgent } from './agent-fields.tsx'

const labels = texts.agents

/** The dialog with the form of a new agent. */
export function NewAgent({ close }: { close: () => void }) {
  return (
    <FormDialog title={labels.create} size="lg" close={close}>
      <NewAgentForm close={close} />
    </FormDialog>
  )
}

function NewAgentForm({ close }: { close: () => void }) {
  const { queries } = useApi()
  const form = useCheckedForm({ initialValues: emptyAgent, validate: validateAgent })
  const create = useMutation({
    ...queries.agents.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ name }) {
      notify(texts.created(name))
      close()
    },
  })
  return (
    <Form form={form} error={create.error} onSubmit={(values) => create.mutate({ body: toAgentBody(values) })}>
      <Fields>
        <AgentFields form={form} />
      </Fields>
      <FormActions save={labels.submit} error={create.error} isPending={create.isPending} cancel={close} />
    </Form>
  )
}
