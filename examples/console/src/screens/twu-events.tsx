import { Textarea, TextInput } from '@mantine/core'
import { texts } from '../texts.ts'
import type { DraftForm } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** What happens to the entities, with or without an action that causes it. */
export function Events({ form }: { form: DraftForm }) {
  return (
    <Rows
      list="events"
      rows={form.values.events}
      fault={form.errors.events}
      add={() => form.insertListItem('events', { name: '', description: '', entity: '', action: '' })}
      remove={(at) => form.removeListItem('events', at)}
    >
      {(at, isNew) => (
        <>
          <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`events.${at}.name`)} />
          <Textarea label={labels.description} autosize {...form.getInputProps(`events.${at}.description`)} />
          <Reference
            label={labels.entity}
            definitions={form.values.entities}
            {...form.getInputProps(`events.${at}.entity`)}
          />
          <Reference
            label={labels.action}
            definitions={form.values.actions}
            {...form.getInputProps(`events.${at}.action`)}
          />
        </>
      )}
    </Rows>
  )
}
