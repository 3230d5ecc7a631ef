import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../parts/keys-of.ts'
import { texts } from '../texts.ts'
import type { DraftForm } from './twu-draft-values.ts'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The objects that work operates on, each with its attributes. */
export function Entities({ form }: { form: DraftForm }) {
  return (
    <Rows
      list="entities"
      rows={form.values.entities}
      fault={form.errors.entities}
      add={() => form.insertListItem('entities', { name: '', description: '', attributes: [] })}
      remove={(at) => form.removeListItem('entities', at)}
    >
      {(at, isNew) => (
        <>
          <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`entities.${at}.name`)} />
          <Textarea label={labels.description} autosize {...form.getInputProps(`entities.${at}.description`)} />
          <Attributes form={form} entity={at} />
        </>
      )}
    </Rows>
  )
}

function Attributes({ form, entity }: { form: DraftForm; entity: number }) {
  const path = `entities.${entity}.attributes` as const
  return (
    <Rows
      list="attributes"
      order={3}
      rows={form.values.entities[entity]?.attributes ?? []}
      fault={form.errors[path]}
      add={() => form.insertListItem(path, { name: '', type: 'string', description: '' })}
      remove={(at) => form.removeListItem(path, at)}
    >
      {(at, isNew) => (
        <>
          <SimpleGrid cols={2}>
            <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`${path}.${at}.name`)} />
            <NativeSelect label={labels.type} {...form.getInputProps(`${path}.${at}.type`)}>
              {keysOf(labels.types).map((type) => (
                <option key={type} value={type}>
                  {labels.types[type]}
                </option>
              ))}
            </NativeSelect>
          </SimpleGrid>
          <TextInput label={labels.description} {...form.getInputProps(`${path}.${at}.description`)} />
        </>
      )}
    </Rows>
  )
}
