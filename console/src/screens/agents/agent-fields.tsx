import { NativeSelect, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { agentPriorityValues, agentTypeValues, type Agent, type AgentInput } from '@instance-admin/sdk'
import { agentInput } from '@instance-admin/sdk/schemas'
import { faultOfList, pathsOfList } from '../../parts/faults-of-list.ts'
import { wide } from '../../parts/fields.tsx'
import { scrollingOptions } from '../../parts/scrolling-options.ts'
import { checkBody } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { suggestions } from './agent-capabilities.ts'

const labels = texts.agents

/** The fields that a new agent and the form of an agent have in common. */
export function AgentFields({ form }: { form: UseFormReturnType<AgentValues> }) {
  const { type } = form.values
  // The form forgets the fault of the list by itself, but not those of its items, which may be gone now.
  const changeCapabilities = (capabilities: string[]) => {
    pathsOfList('capabilities', form.errors).forEach((path) => form.clearFieldError(path))
    form.setFieldValue('capabilities', capabilities)
  }
  return (
    <>
      <TextInput label={labels.name} required {...form.getInputProps('name')} />
      <NativeSelect label={labels.type} {...form.getInputProps('type')}>
        {agentTypeValues.map((value) => (
          <option key={value} value={value}>
            {labels.types[value]}
          </option>
        ))}
      </NativeSelect>
      {type === 'AI' && <TextInput label={labels.model} required {...form.getInputProps('model')} />}
      <NativeSelect label={labels.priority} {...form.getInputProps('priority')}>
        <option value="">{texts.none}</option>
        {agentPriorityValues.map((value) => (
          <option key={value} value={value}>
            {labels.priorities[value]}
          </option>
        ))}
      </NativeSelect>
      <Switch label={labels.active} {...form.getInputProps('active', { type: 'checkbox' })} />
      <TagsInput
        className={wide}
        label={labels.capabilities}
        description={labels.capabilitiesHint}
        data={suggestions[type]}
        maxLength={64}
        {...scrollingOptions}
        {...form.getInputProps('capabilities')}
        onChange={changeCapabilities}
        error={faultOfList('capabilities', form.errors)}
      />
      <Textarea
        className={wide}
        label={labels.metadata}
        description={labels.metadataHint}
        autosize
        minRows={2}
        {...form.getInputProps('metadata')}
      />
    </>
  )
}

/** What a person types. */
export type AgentValues = ReturnType<typeof toAgentValues>

export const emptyAgent: AgentValues = {
  name: '',
  type: 'AI',
  active: true,
  model: '',
  capabilities: [],
  priority: '',
  metadata: '{}',
}

export function toAgentValues({ name, type, active, capabilities, model, priority, metadata }: Agent) {
  return {
    name,
    type,
    active,
    capabilities,
    model: model ?? '',
    priority: priority ?? ('' as const),
    metadata: JSON.stringify(metadata, null, 2),
  }
}

/** What was typed as a body: only an AI agent has a model. */
export function toAgentBody({ model, priority, metadata, type, ...rest }: AgentValues): AgentInput {
  const common = { ...rest, priority: priority || null, metadata: readObject(metadata) ?? {} }
  return type === 'AI' ? { ...common, type, model } : { ...common, type }
}

const findFaults = checkBody(agentInput, toAgentBody)

/** Finds what the service would, and what it never sees: that a text is no JSON object. */
export function validateAgent(values: AgentValues): Record<string, string> {
  const faults = findFaults(values)
  return readObject(values.metadata) === null ? { ...faults, metadata: labels.noObject } : faults
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}
