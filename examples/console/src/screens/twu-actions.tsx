import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../parts/keys-of.ts'
import { texts } from '../texts.ts'
import type { DraftForm } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** What is done to the entities, and who may do it. */
export function Actions({ form }: { form: DraftForm }) {
  return (
    <Rows
      list="actions"
      rows={form.values.actions}
      fault={form.errors.actions}
      add={() => form.insertListItem('actions', { name: '', description: '', entity: '', actors: [] })}
      remove={(at) => form.removeListItem('actions', at)}
    >
      {(at, isNew) => (
        <>
          <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`actions.${at}.name`)} />
          <Textarea label={labels.description} autosize {...form.getInputProps(`actions.${at}.description`)} />
          <Reference
            label={labels.entity}
            definitions={form.values.entities}
            {...form.getInputProps(`actions.${at}.entity`)}
          />
          <Checkbox.Group label={labels.actors} {...form.getInputProps(`actions.${at}.actors`)}>
            <Group mt="xs">
              {keysOf(labels.actorNames).map((actor) => (
                <Checkbox key={actor} value={actor} label={labels.actorNames[actor]} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
    </Rows>
  )
}
