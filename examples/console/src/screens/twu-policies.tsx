import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { texts } from '../texts.ts'
import type { DraftForm } from './twu-draft-values.ts'
import { ExpressionInput } from './twu-expression.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The rules that the work has to meet, and what becomes of work that does not. */
export function Policies({ form }: { form: DraftForm }) {
  return (
    <Rows
      list="policies"
      rows={form.values.policies}
      fault={form.errors.policies}
      add={() =>
        form.insertListItem('policies', { name: '', description: '', expression: '', otherwise: 'review_required' })
      }
      remove={(at) => form.removeListItem('policies', at)}
    >
      {(at, isNew) => (
        <>
          <TextInput label={labels.name} autoFocus={isNew} required {...form.getInputProps(`policies.${at}.name`)} />
          <Textarea label={labels.description} autosize {...form.getInputProps(`policies.${at}.description`)} />
          <ExpressionInput
            description={labels.policyExpressionHint}
            {...form.getInputProps(`policies.${at}.expression`)}
          />
          <NativeSelect label={labels.otherwise} {...form.getInputProps(`policies.${at}.otherwise`)}>
            {(['non_compliant', 'review_required'] as const).map((status) => (
              <option key={status} value={status}>
                {texts.ledger.policyStatuses[status]}
              </option>
            ))}
          </NativeSelect>
        </>
      )}
    </Rows>
  )
}
