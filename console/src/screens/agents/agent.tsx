import type { Agent as AgentData } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Form } from '../../parts/form.tsx'
import { History, type WithHistoryProps } from '../../parts/history.tsx'
import { Loading } from '../../parts/loading.tsx'
import { notify } from '../../parts/notify.tsx'
import { useWayBack } from '../../parts/places.ts'
import type { Difference } from '../../parts/restore.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useEditing } from '../../parts/use-editing.ts'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { AgentFields, toAgentBody, toAgentValues, validateAgent } from './agent-fields.tsx'
import { AgentSides } from './agent-sides.tsx'

const route = getRouteApi('/$instance/agents/$agentId')
const labels = texts.agents
const list = '/$instance/agents'

export function Agent() {
  const { agentId } = route.useParams()
  const { queries, may } = useApi()
  const goBack = useWayBack(list)
  const agent = useQuery(queries.agents.getWithVersion(agentId))
  const retry = () => void agent.refetch()
  if (agent.isPending) return <Loading />
  if (!agent.data) return <Failure error={agent.error} retry={retry} backTo={list} />
  const { data } = agent.data
  return (
    <Screen
      title={data.name}
      backTo={list}
      actions={
        may('agents.delete') && (
          <DeleteButton
            name={data.name}
            hint={labels.deleteHints[data.type]}
            deletion={queries.agents.delete()}
            what={{ agentId }}
            notice={texts.deleted(data.name)}
            onDeleted={() => goBack(true)}
          />
        )
      }
    >
      <AgentSides agentId={agentId} />
      {agent.error && <Failure error={agent.error} retry={retry} />}
      {may('agents.update') ? <AgentForm key={agentId} latest={agent.data} /> : <AgentFacts agent={data} />}
    </Screen>
  )
}

/** What an agent is, or how it became so, by the address. What was typed stays while the history is shown. */
function Side({ id, restore, children }: Pick<WithHistoryProps, 'id' | 'restore' | 'children'>) {
  const { may } = useApi()
  const isHistory = useLocation({ select: ({ hash }) => hash === 'history' }) && may('changes.list')
  return (
    <>
      <div hidden={isHistory}>{children}</div>
      {isHistory && <History type="agent" id={id} restore={restore} />}
    </>
  )
}

/** For those who may not change it. */
function AgentFacts({ agent }: { agent: AgentData }) {
  return (
    <Side id={agent.id}>
      <Facts
        facts={[
          [labels.type, labels.types[agent.type]],
          [labels.active, <Status key="active" value={agent.active ? 'active' : 'inactive'} />],
          [labels.model, agent.model],
          [labels.capabilities, agent.capabilities.join(', ')],
          [labels.priority, agent.priority && labels.priorities[agent.priority]],
          [labels.metadata, JSON.stringify(agent.metadata, null, 2)],
          [labels.updatedAt, <Time key="time" at={agent.updatedAt} />],
        ]}
      />
    </Side>
  )
}

function AgentForm({ latest }: { latest: Versioned<AgentData> }) {
  const { queries, client } = useApi()
  const navigate = route.useNavigate()
  const { id: agentId } = latest.data
  const update = useMutation(queries.agents.updateWithVersion())
  const form = useCheckedForm({ initialValues: toAgentValues(latest.data), validate: validateAgent })
  const editing = useEditing({
    latest,
    form,
    toValues: toAgentValues,
    read: () => client.agents.get(agentId).withResponse(),
    write: (values, ifMatch) => update.mutateAsync({ agentId, body: toAgentBody(values), ifMatch }),
    onSaved: ({ name }, undo) => notify(texts.saved(name), undo),
  })
  const restore = (difference: Difference[]) => {
    editing.restore(difference)
    void navigate({ hash: '' })
    notify(texts.changes.restored)
  }

  return (
    <Side id={agentId} restore={restore}>
      <Form form={form} error={editing.error} onSubmit={(values) => void editing.save(values)}>
        <Fields>
          <AgentFields form={form} />
        </Fields>
        <FormActions save={texts.save} error={editing.error} isPending={update.isPending} cancel={editing.cancel} />
      </Form>
      <Conflict conflict={editing.conflict} fields={labels} />
      <Unsaved isUnsaved={!editing.isUntouched} />
    </Side>
  )
}
