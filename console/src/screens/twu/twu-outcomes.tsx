import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { texts } from '../../texts.ts'
import type { DraftPart } from './twu-draft-values.ts'
import { ExpressionInput } from './twu-expression.tsx'
import { DraftRows } from './twu-rows.tsx'

const labels = texts.models

/** The results, with the expressions that compute them. */
export function Outcomes(part: DraftPart) {
  return (
    <DraftRows
      part={part}
      list="outcomes"
      blank={{ name: '', description: '', expression: '', unit: '' }}
      summaryOf={({ expression }) => expression}
    >
      {(propsOf, isNew, at) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf('name')} />
            <TextInput label={labels.unit} {...propsOf('unit')} />
          </SimpleGrid>
          <ExpressionInput
            hint={labels.expressionHint}
            vocabulary={part.form.values}
            fault={part.placeOf(`outcomes.${at}.expression`)}
            {...propsOf('expression')}
          />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf('description')} />
        </>
      )}
    </DraftRows>
  )
}

/** The rules that the work has to meet, and what becomes of work that does not. */
export function Policies(part: DraftPart) {
  return (
    <DraftRows
      part={part}
      list="policies"
      blank={{ name: '', description: '', expression: '', otherwise: 'review_required' }}
      summaryOf={({ description, expression }) => description || expression}
    >
      {(propsOf, isNew, at) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={labels.name} autoFocus={isNew} required {...propsOf('name')} />
            <NativeSelect label={labels.otherwise} {...propsOf('otherwise')}>
              {(['non_compliant', 'review_required'] as const).map((status) => (
                <option key={status} value={status}>
                  {texts.ledger.policyStatuses[status]}
                </option>
              ))}
            </NativeSelect>
          </SimpleGrid>
          <ExpressionInput
            hint={labels.policyExpressionHint}
            vocabulary={part.form.values}
            fault={part.placeOf(`policies.${at}.expression`)}
            {...propsOf('expression')}
          />
          <Textarea label={labels.description} autosize minRows={1} {...propsOf('description')} />
        </>
      )}
    </DraftRows>
  )
}
