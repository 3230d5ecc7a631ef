import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The objects that work operates on, each with its attributes. */
export function Entities({ form, propsOf, countFaults }: DraftPart) {
  const { entities } = form.values
  return (
    <Rows
      list="entities"
      rows={entities}
      summaryOf={(at) => entities[at]?.attributes.map(({ name }) => name).join(', ') ?? ''}
      countFaults={countFaults}
      fault={propsOf('entities').error}
      add={() => form.insertListItem('entities', { name: '', description: '', attributes: [] })}
      remove={(at) => form.removeListItem('entities', at)}
      move={(from, to) => form.reorderListItem('entities', { from, to })}
    >
      {(at, isNew) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf(`entities.${at}.name`)} />
            <Textarea label={labels.description} autosize minRows={1} {...propsOf(`entities.${at}.description`)} />
          </SimpleGrid>
          <Attributes form={form} propsOf={propsOf} entity={at} />
        </>
      )}
    </Rows>
  )
}

function Attributes({ form, propsOf, entity }: Pick<DraftPart, 'form' | 'propsOf'> & { entity: number }) {
  const path = `entities.${entity}.attributes` as const
  return (
    <div role="group" aria-label={labels.attributes}>
      <Text size="sm" fw={500} mb={4}>
        {labels.attributes}
      </Text>
      <Rows
        list="attributes"
        rows={form.values.entities[entity]?.attributes ?? []}
        fault={propsOf(path).error}
        add={() => form.insertListItem(path, { name: '', type: 'string', description: '' })}
        remove={(at) => form.removeListItem(path, at)}
        move={(from, to) => form.reorderListItem(path, { from, to })}
      >
        {(at, isNew) => (
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
            <TextInput label={labels.name} size="xs" autoFocus={isNew} required {...propsOf(`${path}.${at}.name`)} />
            <NativeSelect label={labels.type} size="xs" {...propsOf(`${path}.${at}.type`)}>
              {keysOf(labels.types).map((type) => (
                <option key={type} value={type}>
                  {labels.types[type]}
                </option>
              ))}
            </NativeSelect>
            <TextInput label={labels.description} size="xs" {...propsOf(`${path}.${at}.description`)} />
          </SimpleGrid>
        )}
      </Rows>
    </div>
  )
}
