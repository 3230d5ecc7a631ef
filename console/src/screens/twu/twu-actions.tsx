import { Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { Rows } from './twu-rows.tsx'
import { sayAction } from './twu-summaries.ts'

const labels = texts.models

/** What is done to the entities, and who may do it. */
export function Actions({ form, propsOf, countFaults }: DraftPart) {
  const { entities, actions } = form.values
  return (
    <Rows
      list="actions"
      rows={actions}
      summaryOf={(at) => sayAction(actions[at] ?? {})}
      countFaults={countFaults}
      fault={propsOf('actions').error}
      add={() =>
        // Where there is one entity, an action is about that.
        form.insertListItem('actions', { name: '', description: '', entity: onlyName(entities), actors: [] })
      }
      remove={(at) => form.removeListItem('actions', at)}
      move={(from, to) => form.reorderListItem('actions', { from, to })}
    >
      {(at, isNew) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={labels.name} autoFocus={isNew} required {...propsOf(`actions.${at}.name`)} />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf(`actions.${at}.description`)} />
          <Reference label={labels.entity} isNeeded definitions={entities} {...propsOf(`actions.${at}.entity`)} />
          <Checkbox.Group
            label={labels.actors}
            description={actions[at]?.actors.length === 0 && labels.needed}
            {...propsOf(`actions.${at}.actors`)}
          >
            <Group mt="xs">
              {keysOf(labels.actorNames).map((actor) => (
                <Checkbox key={actor} value={actor} label={labels.actorNames[actor]} />
              ))}
            </Group>
          </Checkbox.Group>
        </SimpleGrid>
      )}
    </Rows>
  )
}

export function onlyName(rows: readonly { name: string }[]): string {
  return rows.length === 1 ? (rows[0]?.name ?? '') : ''
}
