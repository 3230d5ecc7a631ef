import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { ExpressionInput } from './twu-expression.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The results, with the expressions that compute them. */
export function Outcomes({ form, propsOf, placeOf, countFaults }: DraftPart) {
  const { outcomes } = form.values
  return (
    <Rows
      list="outcomes"
      rows={outcomes}
      summaryOf={(at) => outcomes[at]?.expression ?? ''}
      countFaults={countFaults}
      fault={propsOf('outcomes').error}
      add={() => form.insertListItem('outcomes', { name: '', description: '', expression: '', unit: '' })}
      remove={(at) => form.removeListItem('outcomes', at)}
      move={(from, to) => form.reorderListItem('outcomes', { from, to })}
    >
      {(at, isNew) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf(`outcomes.${at}.name`)} />
            <TextInput label={labels.unit} {...propsOf(`outcomes.${at}.unit`)} />
          </SimpleGrid>
          <ExpressionInput
            hint={labels.expressionHint}
            vocabulary={form.values}
            fault={placeOf(`outcomes.${at}.expression`)}
            {...propsOf(`outcomes.${at}.expression`)}
          />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf(`outcomes.${at}.description`)} />
        </>
      )}
    </Rows>
  )
}
