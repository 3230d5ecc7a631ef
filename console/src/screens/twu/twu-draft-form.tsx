import { Stack, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts.ts'
import { Actions, Events } from './twu-actions.tsx'
import type { DraftPart } from './twu-draft-values.ts'
import { Entities } from './twu-entities.tsx'
import { Outcomes, Policies } from './twu-outcomes.tsx'
import { Section } from './twu-section.tsx'

const labels = texts.models

/** What can be edited of a model, part by part. */
export function DraftFields(part: DraftPart) {
  const { form, propsOf, countFaults } = part
  return (
    <Stack gap="xl">
      <Section id="general" title={labels.general}>
        <Stack gap="sm">
          <TextInput label={labels.name} required {...propsOf('name')} />
          <Textarea label={labels.description} autosize {...propsOf('description')} />
        </Stack>
      </Section>
      {lists.map(([id, Fields]) => (
        <Section key={id} id={id} title={labels[id]} count={form.values[id].length} hasFault={countFaults(id) > 0}>
          <Fields {...part} />
        </Section>
      ))}
    </Stack>
  )
}

const lists = [
  ['entities', Entities],
  ['actions', Actions],
  ['events', Events],
  ['outcomes', Outcomes],
  ['policies', Policies],
] as const
