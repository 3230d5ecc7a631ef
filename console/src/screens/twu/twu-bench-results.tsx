import { Code, Mark, Stack, Text, Title } from '@mantine/core'
import { isApiError, type TwuEvaluation } from '@instance-admin/sdk'
import { Failure } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'
import classes from './twu-draft.module.css'
import type { DraftValues } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import { sayOutcome, sayResults, Spoken } from './twu-spoken-results.tsx'
import { FactTable, Part } from '../work-ledger/work-ledger-computed.tsx'
import { formatCost, formatDuration, sayActors } from '../work-ledger/work-ledger-format.ts'

const labels = texts.models

/** What the model makes of the operations, dimmed while something newer is computed. */
export function BenchResults({ tried, model }: { tried: Tried; model: DraftValues }) {
  const { data, error, isEmpty, isOld, retry } = tried
  return (
    <Stack component="section" gap="sm" aria-label={labels.results} aria-busy={isOld} className={classes.live}>
      <Title order={3} size="h4">
        {labels.results}
      </Title>
      {error &&
        (isAboutFields(error) ? <Text size="sm">{labels.mendFirst}</Text> : <Failure error={error} retry={retry} />)}
      {data && isEmpty && (
        <Text size="sm" c="dimmed">
          {labels.noResults}
        </Text>
      )}
      {data && !isEmpty && <Results evaluation={data} model={model} />}
      <Spoken text={data && !isEmpty && !isOld ? sayResults(data) : ''} />
    </Stack>
  )
}

/** What the form says at its fields needs no alert here. */
function isAboutFields(error: Error): boolean {
  return isApiError(error) && error.errors.length > 0
}

function Results({ evaluation, model }: { evaluation: TwuEvaluation; model: DraftValues }) {
  const { outcomes, policies, policyStatus, actors, activeTime, cost, unknown } = evaluation
  const computed = outcomes.map((outcome) => {
    const value = outcome.fault ? <Fault of={outcome} among={model.outcomes} /> : sayOutcome(outcome)
    return [outcome.name, value] as const
  })
  const judged = policies.map((policy) => {
    const isMet = <Status value={policy.isMet ? 'met' : 'notMet'} />
    const shown = policy.fault ? <Fault of={policy} among={model.policies} /> : isMet
    return [policy.name, shown] as const
  })
  const status = [labels.policyStatus, <Status key="status" value={policyStatus} />] as const
  return (
    <>
      {outcomes.length > 0 && <FactTable title={labels.outcomes} order={4} facts={computed} />}
      {policies.length > 0 && <FactTable title={labels.policies} order={4} facts={[status, ...judged]} />}
      <FactTable
        title={labels.sums}
        order={4}
        facts={[
          [labels.actors, sayActors(actors) || texts.none],
          [texts.ledger.activeTime, formatDuration(activeTime)],
          [texts.ledger.cost, formatCost(cost)],
        ]}
      />
      {unknown.length > 0 && (
        <Part title={labels.unknown} order={4}>
          {unknown.map(({ pointer, message }) => (
            <Text key={pointer} size="sm">
              {message}
            </Text>
          ))}
        </Part>
      )}
    </>
  )
}

/** Why there is no value, and the place in the expression that it is about. */
function Fault({ of: { name, fault }, among }: FaultProps) {
  const { expression = '' } = among.find((definition) => definition.name === name) ?? {}
  const { start = 0, end = 0, message } = fault ?? {}
  return (
    <>
      <Text size="sm" c="var(--mantine-color-error)">
        {message}
      </Text>
      {end - start < expression.length && (
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {expression.slice(0, start)}
          <Mark>{expression.slice(start, end) || '…'}</Mark>
          {expression.slice(end)}
        </Code>
      )}
    </>
  )
}

interface FaultProps {
  of: TwuEvaluation['outcomes' | 'policies'][number]
  among: readonly { name: string; expression: string }[]
}
