import { Code, Mark, Stack, Table, Text, Title } from '@mantine/core'
import type { TwuEvaluation } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Status } from '../parts/status.tsx'
import { language, texts } from '../texts.ts'
import classes from './twu-bench.module.css'
import type { DraftValues } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.models

/** What the model makes of the operations, dimmed while something newer is computed. */
export function BenchResults({ tried: { data, error, isOld, retry }, model }: { tried: Tried; model: DraftValues }) {
  return (
    <Stack
      component="section"
      aria-label={labels.results}
      aria-busy={isOld}
      className={`${classes.results} ${classes.live}`}
    >
      <Title order={2} size="h3">
        {labels.results}
      </Title>
      {error && <Failure error={error} retry={retry} />}
      {data && <Results evaluation={data} model={model} />}
    </Stack>
  )
}

function Results({ evaluation, model }: { evaluation: TwuEvaluation; model: DraftValues }) {
  const { outcomes, policies, policyStatus, actors, activeTime, cost, unknown } = evaluation
  return (
    <>
      <Facts title={labels.outcomes}>
        {outcomes.map((outcome, at) => (
          <Fact key={at} name={outcome.name}>
            {outcome.fault ? <Fault of={outcome} among={model.outcomes} /> : sayOutcome(outcome)}
          </Fact>
        ))}
      </Facts>
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
      <Facts title={labels.sums}>
        <Fact name={labels.actors}>{actors.map((actor) => labels.actorNames[actor]).join(', ') || texts.none}</Fact>
        <Fact name={texts.ledger.activeTime}>{formatDuration(activeTime)}</Fact>
        <Fact name={texts.ledger.cost}>{formatCost(cost)}</Fact>
      </Facts>
      {unknown.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">
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
      <Title order={3} size="h5">
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

export function sayOutcome({ value, type, unit }: TwuEvaluation['outcomes'][number]): string {
  // Fifteen digits are exact: 0.1 + 0.2 is 0.3.
  const text = typeof value === 'number' ? value.toLocaleString(language, { maximumSignificantDigits: 15 }) : value
  const said = typeof text === 'boolean' ? (text ? texts.yes : texts.no) : text
  return [said, unit ?? (type === 'duration' ? labels.seconds : null)].filter(Boolean).join('\u00a0')
}

interface FaultProps {
  of: TwuEvaluation['outcomes' | 'policies'][number]
  among: readonly { name: string; expression: string }[]
}
