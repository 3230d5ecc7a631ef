import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { Disclosure } from '../../parts/disclosure.tsx'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import { newOperation, type BenchForm } from './twu-bench-values.ts'
import type { DraftValues } from './twu-draft-values.ts'
import { Reference } from './twu-reference.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** What was done, as the bench supposes it. */
export function BenchOperations({ bench, model }: { bench: BenchForm; model: DraftValues }) {
  const { operations } = bench.values
  return (
    <Rows
      form={bench}
      list="operations"
      rows={operations.map(() => ({ name: '' }))}
      blank={newOperation(model)}
      fault={null}
    >
      {(at, isNew) => {
        const propsOf = (field: string) => bench.getInputProps(`operations.${at}.${field}`)
        return (
          <>
            <SimpleGrid cols={2}>
              <Reference label={labels.action} autoFocus={isNew} definitions={model.actions} {...propsOf('action')} />
              <NativeSelect label={labels.actor} {...propsOf('actor')}>
                {keysOf(labels.actorNames).map((actor) => (
                  <option key={actor} value={actor}>
                    {labels.actorNames[actor]}
                  </option>
                ))}
              </NativeSelect>
              <NumberInput label={labels.activeTime} min={0} hideControls {...propsOf('activeTime')} />
              <NumberInput label={labels.cost} min={0} hideControls {...propsOf('cost')} />
            </SimpleGrid>
            <TextInput
              label={labels.attributes}
              description={labels.attributesHint}
              spellCheck={false}
              {...propsOf('attributes')}
            />
            <Disclosure label={labels.eventAndTimes}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
                <Reference label={labels.entity} definitions={model.entities} {...propsOf('entity')} />
                <Reference label={labels.event} definitions={model.events} {...propsOf('event')} />
                <TextInput label={labels.startedAt} type="datetime-local" step={1} {...propsOf('startedAt')} />
                <TextInput label={labels.endedAt} type="datetime-local" step={1} {...propsOf('endedAt')} />
              </SimpleGrid>
            </Disclosure>
          </>
        )
      }}
    </Rows>
  )
}
