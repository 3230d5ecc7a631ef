import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { TwuEvaluation } from '@instance-admin/sdk'
import { language, texts } from '../../texts.ts'
import { formatCost } from '../work-ledger/work-ledger-format.ts'

const labels = texts.models

/** Tells a screen reader what was computed, once nobody has typed for a while. */
export function Spoken({ text }: { text: string }) {
  const [said] = useDebouncedValue(text, 1500)
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  )
}

export function sayResults({ outcomes, policies, policyStatus }: TwuEvaluation): string {
  const results = outcomes.map((outcome) => labels.fact(outcome.name, outcome.fault?.message ?? sayOutcome(outcome)))
  const status = policies.length === 0 ? [] : [labels.fact(labels.policyStatus, texts.statuses[policyStatus])]
  return [...results, ...status].join(', ')
}

/** A currency is a unit like others to the service; whoever reads it sees money as everywhere. */
export function sayOutcome({ value, type, unit }: TwuEvaluation['outcomes'][number]): string {
  if (typeof value === 'number' && unit !== null && currencies.has(unit)) return formatCost(value, unit)
  // Fifteen digits are exact: 0.1 + 0.2 is 0.3.
  const text = typeof value === 'number' ? value.toLocaleString(language, { maximumSignificantDigits: 15 }) : value
  const said = typeof text === 'boolean' ? (text ? texts.yes : texts.no) : text
  return [said, unit ?? (type === 'duration' ? labels.seconds : null)].filter(Boolean).join('\u00a0')
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
