import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts.ts'
import { onlyName } from './twu-actions.tsx'
import type { DraftPart } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { Rows } from './twu-rows.tsx'
import { sayEvent } from './twu-summaries.ts'

const labels = texts.models

/** What happens to the entities, with or without an action that causes it. */
export function Events({ form, propsOf, countFaults }: DraftPart) {
  const { entities, actions, events } = form.values
  return (
    <Rows
      list="events"
      rows={events}
      summaryOf={(at) => sayEvent(events[at] ?? {})}
      countFaults={countFaults}
      fault={propsOf('events').error}
      add={() => form.insertListItem('events', { name: '', description: '', entity: onlyName(entities), action: '' })}
      remove={(at) => form.removeListItem('events', at)}
      move={(from, to) => form.reorderListItem('events', { from, to })}
    >
      {(at, isNew) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={labels.name} autoFocus={isNew} required {...propsOf(`events.${at}.name`)} />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf(`events.${at}.description`)} />
          <Reference label={labels.entity} isNeeded definitions={entities} {...propsOf(`events.${at}.entity`)} />
          <Reference label={labels.action} definitions={actions} {...propsOf(`events.${at}.action`)} />
        </SimpleGrid>
      )}
    </Rows>
  )
}
