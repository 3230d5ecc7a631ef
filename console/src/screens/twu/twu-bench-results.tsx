import { Code, Mark, Stack, Table, Text, Title } from '@mantine/core'
import { isApiError, type TwuEvaluation } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'
import classes from './twu-draft.module.css'
import type { DraftValues } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import { sayOutcome, sayResults, Spoken } from './twu-spoken-results.tsx'
import { formatCost, formatDuration } from '../work-ledger/work-ledger-format.ts'

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
  return (
    <>
      {outcomes.length > 0 && (
        <Facts title={labels.outcomes}>
          {outcomes.map((outcome, at) => (
            <Fact key={at} name={outcome.name}>
              {outcome.fault ? <Fault of={outcome} among={model.outcomes} /> : sayOutcome(outcome)}
            </Fact>
          ))}
        </Facts>
      )}
      {policies.length > 0 && (
        <Facts title={labels.policies}>
          <Fact name={labels.policyStatus}>
            <Status value={policyStatus} />
          </Fact>
          {policies.map((policy, at) => (
            <Fact key={at} name={policy.name}>
              {policy.fault ? (
                <Fault of={policy} among={model.policies} />
              ) : (
                <Status value={policy.isMet ? 'met' : 'notMet'} />
              )}
            </Fact>
          ))}
        </Facts>
      )}
      <Facts title={labels.sums}>
        <Fact name={labels.actors}>{actors.map((actor) => labels.actorNames[actor]).join(', ') || texts.none}</Fact>
        <Fact name={texts.ledger.activeTime}>{formatDuration(activeTime)}</Fact>
        <Fact name={texts.ledger.cost}>{formatCost(cost)}</Fact>
      </Facts>
      {unknown.length > 0 && (
        <Stack gap="xs">
          <Title order={4} size="h6">
            {labels.unknown}
          </Title>
          {unknown.map(({ pointer, message }) => (
            <Text key={pointer} size="sm">
              {message}
            </Text>
          ))}
        </Stack>
      )}
    </>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={4} size="h6">
        {title}
      </Title>
      <Table aria-label={title} layout="fixed">
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr style={{ overflowWrap: 'anywhere' }}>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
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
