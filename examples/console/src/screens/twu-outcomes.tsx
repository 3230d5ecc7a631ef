import { Textarea, TextInput } from '@mantine/core'
import { texts } from '../texts.ts'
import type { DraftForm } from './twu-draft-values.ts'
import { ExpressionInput } from './twu-expression.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The results, with the expressions that compute them. */
export function Outcomes({ form }: { form: DraftForm }) {
  return (
    <Rows
      list="outcomes"
      rows={form.values.outcomes}
      fault={form.errors.outcomes}
      add={() => form.insertListItem('outcomes', { name: '', description: '', expression: '', unit: '' })}
      remove={(at) => form.removeListItem('outcomes', at)}
    >
      {(at, isNew) => (
        <>
          <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`outcomes.${at}.name`)} />
          <Textarea label={labels.description} autosize {...form.getInputProps(`outcomes.${at}.description`)} />
          <ExpressionInput description={labels.expressionHint} {...form.getInputProps(`outcomes.${at}.expression`)} />
          <TextInput label={labels.unit} {...form.getInputProps(`outcomes.${at}.unit`)} />
        </>
      )}
    </Rows>
  )
}
