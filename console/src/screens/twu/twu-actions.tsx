import { Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import { sayAction, sayEvent } from './twu-definition.tsx'
import type { DraftPart, DraftValues } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { DraftRows } from './twu-rows.tsx'

const labels = texts.models

/** What is done to the entities, and who may do it. */
export function Actions(part: DraftPart) {
  const { entities, actions } = part.form.values
  const blank = { name: '', description: '', entity: usualEntity(entities), actors: [] }
  return (
    <DraftRows part={part} list="actions" blank={blank} summaryOf={sayAction}>
      {(propsOf, isNew, at) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={labels.name} autoFocus={isNew} required {...propsOf('name')} />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf('description')} />
          <Reference label={labels.entity} isNeeded definitions={entities} {...propsOf('entity')} />
          <Checkbox.Group
            label={labels.actors}
            description={actions[at]?.actors.length === 0 && labels.needed}
            {...propsOf('actors')}
          >
            <Group mt="xs">
              {keysOf(labels.actorNames).map((actor) => (
                <Checkbox key={actor} value={actor} label={labels.actorNames[actor]} />
              ))}
            </Group>
          </Checkbox.Group>
        </SimpleGrid>
      )}
    </DraftRows>
  )
}

/** What happens to the entities, with or without an action that causes it. */
export function Events(part: DraftPart) {
  const { entities, actions } = part.form.values
  const blank = { name: '', description: '', entity: usualEntity(entities), action: '' }
  return (
    <DraftRows part={part} list="events" blank={blank} summaryOf={sayEvent}>
      {(propsOf, isNew) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={labels.name} autoFocus={isNew} required {...propsOf('name')} />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf('description')} />
          <Reference label={labels.entity} isNeeded definitions={entities} {...propsOf('entity')} />
          <Reference label={labels.action} definitions={actions} {...propsOf('action')} />
        </SimpleGrid>
      )}
    </DraftRows>
  )
}

/** Where there is one entity, what is added is about that. */
function usualEntity(entities: DraftValues['entities']): string {
  return entities.length === 1 ? (entities[0]?.name ?? '') : ''
}
