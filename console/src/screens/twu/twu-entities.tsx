import { NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { DraftRows, Rows } from './twu-rows.tsx'

const labels = texts.models

/** The objects that work operates on, each with its attributes. */
export function Entities(part: DraftPart) {
  return (
    <DraftRows
      part={part}
      list="entities"
      blank={{ name: '', description: '', attributes: [] }}
      summaryOf={({ attributes }) => attributes.map(({ name }) => name).join(', ')}
    >
      {(propsOf, isNew, at) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf('name')} />
            <Textarea label={labels.description} autosize minRows={1} {...propsOf('description')} />
          </SimpleGrid>
          <Attributes {...part} entity={at} />
        </>
      )}
    </DraftRows>
  )
}

function Attributes({ form, propsOf, entity }: DraftPart & { entity: number }) {
  const path = `entities.${entity}.attributes`
  return (
    <div role="group" aria-label={labels.attributes}>
      <Text size="sm" fw={500} mb={4}>
        {labels.attributes}
      </Text>
      <Rows
        form={form}
        list="attributes"
        path={path}
        rows={form.values.entities[entity]?.attributes ?? []}
        blank={{ name: '', type: 'string', description: '' }}
        fault={propsOf(path).error}
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
