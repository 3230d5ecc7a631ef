import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Agent as AgentData } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import { Conflict } from '../parts/conflict.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Fields } from '../parts/fields.tsx'
import { WithHistory } from '../parts/history.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { fillForm, type Difference } from '../parts/restore.ts'
import { Screen } from '../parts/screen.tsx'
import { useEditing } from '../parts/use-editing.ts'
import { texts } from '../texts.ts'
import { AgentFields, toAgentBody, toAgentValues, validateAgent } from './agent-fields.tsx'

const route = getRouteApi('/$instance/agents/$agentId')
const labels = texts.agents

export function Agent() {
  const { agentId } = route.useParams()
  const { queries, may } = useApi()
  const agent = useQuery(queries.agents.getWithVersion(agentId))
  if (agent.isPending) return <Loading />
  if (!agent.data) return <Failure error={agent.error} retry={() => void agent.refetch()} />
  const { data } = agent.data
  return (
    <Screen title={data.name} actions={may('agents.delete') && <DeleteAgent agent={data} />}>
      {agent.error && <Failure error={agent.error} retry={() => void agent.refetch()} />}
      <AgentForm key={agentId} latest={agent.data} isReadOnly={!may('agents.update')} />
    </Screen>
  )
}

function AgentForm({ latest, isReadOnly }: { latest: Versioned<AgentData>; isReadOnly: boolean }) {
  const { queries } = useApi()
  const update = useMutation(queries.agents.updateWithVersion())
  const form = useForm({ initialValues: toAgentValues(latest.data), validate: validateAgent })
  const editing = useEditing({
    latest,
    form,
    toValues: toAgentValues,
    write: (values, ifMatch) => update.mutateAsync({ agentId: latest.data.id, body: toAgentBody(values), ifMatch }),
    onSaved: ({ name }, undo) => notify(labels.saved(name), undo),
  })
  const restore = (difference: Difference[]) => fillForm(form, toAgentValues, latest.data, difference)

  return (
    <WithHistory type="agent" id={latest.data.id} restore={isReadOnly ? undefined : restore}>
      <form onSubmit={form.onSubmit((values) => void editing.save(values))}>
        <Fields isReadOnly={isReadOnly}>
          <AgentFields form={form} />
          {editing.error !== null && <Failure error={editing.error} />}
          {!isReadOnly && (
            <Button type="submit" loading={update.isPending}>
              {texts.save}
            </Button>
          )}
        </Fields>
        <Conflict conflict={editing.conflict} fields={labels} />
      </form>
    </WithHistory>
  )
}

function DeleteAgent({ agent: { id, name } }: { agent: AgentData }) {
  const { instance, queries } = useApi()
  const navigate = route.useNavigate()
  const remove = useMutation({
    ...queries.agents.delete(),
    onSuccess() {
      notify(labels.deleted(name))
      return navigate({ to: '/$instance/agents', params: { instance } })
    },
  })
  const { isPending, error } = remove
  return (
    <DeleteButton name={name} isPending={isPending} error={error} onDelete={() => remove.mutate({ agentId: id })} />
  )
}
