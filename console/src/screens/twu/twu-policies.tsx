import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { ExpressionInput } from './twu-expression.tsx'
import { Rows } from './twu-rows.tsx'

const labels = texts.models

/** The rules that the work has to meet, and what becomes of work that does not. */
export function Policies({ form, propsOf, placeOf, countFaults }: DraftPart) {
  const { policies } = form.values
  return (
    <Rows
      list="policies"
      rows={policies}
      summaryOf={(at) => policies[at]?.description || policies[at]?.expression || ''}
      countFaults={countFaults}
      fault={propsOf('policies').error}
      add={() =>
        form.insertListItem('policies', { name: '', description: '', expression: '', otherwise: 'review_required' })
      }
      remove={(at) => form.removeListItem('policies', at)}
      move={(from, to) => form.reorderListItem('policies', { from, to })}
    >
      {(at, isNew) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf(`policies.${at}.name`)} />
            <NativeSelect label={labels.otherwise} {...propsOf(`policies.${at}.otherwise`)}>
              {(['non_compliant', 'review_required'] as const).map((status) => (
                <option key={status} value={status}>
                  {texts.ledger.policyStatuses[status]}
                </option>
              ))}
            </NativeSelect>
          </SimpleGrid>
          <ExpressionInput
            hint={labels.policyExpressionHint}
            vocabulary={form.values}
            fault={placeOf(`policies.${at}.expression`)}
            {...propsOf(`policies.${at}.expression`)}
          />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf(`policies.${at}.description`)} />
        </>
      )}
    </Rows>
  )
}
