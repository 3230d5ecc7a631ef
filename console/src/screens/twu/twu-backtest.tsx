import { Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { TwuBacktest } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { beginOf } from '../../days.ts'
import { Failure } from '../../parts/failure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { language, texts } from '../../texts.ts'
import { Compared, ComparedResults, ComparedTable } from './twu-compared-cases.tsx'

const labels = texts.models

/** What a version, as it is saved, would have said of work that was done. */
export function Backtest({ modelId, version }: { modelId: string; version: number }) {
  const { queries } = useApi()
  const [day, setDay] = useState('')
  const backtest = useMutation(queries.twuModels.versions.backtest())
  const query = day === '' ? {} : { createdFrom: beginOf(day) }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {labels.backtestHint}
      </Text>
      <Group align="end">
        <TextInput
          type="date"
          label={texts.ledger.createdFrom}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <PendingButton
          variant="default"
          isPending={backtest.isPending}
          onClick={() => backtest.mutate({ modelId, version, query })}
        >
          {labels.tryOnExecutions}
        </PendingButton>
      </Group>
      {backtest.error && <Failure error={backtest.error} />}
      {backtest.data && <Result tested={backtest.data} />}
    </Stack>
  )
}

function Result({ tested }: { tested: TwuBacktest }) {
  const { instance } = useApi()
  const [showsAll, setShowsAll] = useState(false)
  const { executions, executionsLeftOut } = tested
  const shown = executions.filter(({ isChanged }) => showsAll || isChanged)
  return (
    <>
      <Text role="status">{labels.tried(tested.changed, tested.evaluated, tested.found)}</Text>
      {tested.evaluated > 0 && <Sums tested={tested} />}
      {tested.changed < executions.length && (
        <Switch
          label={labels.showUnchanged}
          checked={showsAll}
          onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
        />
      )}
      {shown.map(({ id, title, modelVersion, results, policyStatus }) => (
        <ComparedResults
          key={id}
          name={title}
          title={
            <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
              {title}
            </TextLink>
          }
          before={labels.numbered(modelVersion)}
          after={labels.numbered(tested.version)}
          results={results}
          policyStatus={policyStatus}
        />
      ))}
      {executionsLeftOut > 0 && <Text c="dimmed">{labels.executionsLeftOut(executionsLeftOut)}</Text>}
    </>
  )
}

/** How many have each policy status, and what the outcomes add up to. */
function Sums({ tested: { version, policyStatus, sums } }: { tested: TwuBacktest }) {
  const statuses = texts.ledger.policyStatuses
  const say = (sum: number) => sum.toLocaleString(language, { maximumSignificantDigits: 15 })
  return (
    <ComparedTable name={labels.sums} title={labels.sums} before={labels.asReported} after={labels.numbered(version)}>
      {(['compliant', 'non_compliant', 'review_required'] as const).map((status) => (
        <Compared
          key={status}
          name={statuses[status]}
          before={say(policyStatus.before[status])}
          after={say(policyStatus.after[status])}
        />
      ))}
      {sums
        .filter(({ before, after }) => before.count + after.count > 0)
        .map(({ name, before, after }, at) => (
          <Compared key={at} name={name} before={say(before.sum)} after={say(after.sum)} />
        ))}
    </ComparedTable>
  )
}
