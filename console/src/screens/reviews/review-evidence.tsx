import { Code, Group, Paper, Text } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Status } from '../../parts/status.tsx'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { sayOutcome } from '../twu/twu-spoken-results.tsx'
import { Part } from '../work-ledger/work-ledger-computed.tsx'
import { formatCost } from '../work-ledger/work-ledger-format.ts'
import { useOperations } from '../work-ledger/work-ledger-operations.tsx'

const labels = texts.models

/**
 * The policies that an execution did not meet, as the version has them that computed it: in words where somebody wrote them,
 * with the amounts that they judge, and in CEL for whoever asks.
 */
export function MissedPolicies({ entry }: { entry: WorkLedgerEntry }) {
  const { missedPolicies = [], modelId, modelVersion } = entry
  const { queries, may } = useApi()
  const isKnown = modelId !== undefined && modelVersion !== undefined && may('twuModels.versions.get')
  const version = useQuery({
    ...queries.twuModels.versions.get(modelId ?? '', modelVersion ?? 0),
    enabled: isKnown && missedPolicies.length > 0,
  })
  if (missedPolicies.length === 0) return null
  return (
    <Part title={ledgerTexts.missedPolicies}>
      {missedPolicies.map((name) => {
        const policy = version.data?.policies.find((policy) => policy.name === name)
        const { description, expression, otherwise = 'review_required' } = policy ?? { name }
        return (
          <Paper key={name} withBorder p="sm" component="article" aria-label={name}>
            <Group justify="space-between" gap="4px 16px">
              <Text fw={600}>{description || name}</Text>
              {policy && <Status value={otherwise} />}
            </Group>
            {expression !== undefined && (
              <>
                <Judged entry={entry} expression={expression} />
                <Disclosure label={labels.expression} isOpenAtFirst={!description}>
                  <Code block style={{ whiteSpace: 'pre-wrap' }}>
                    {expression}
                  </Code>
                </Disclosure>
              </>
            )}
          </Paper>
        )
      })}
    </Part>
  )
}

/** The amounts of the operations that a policy names, beside the limit that its sentence tells, in the unit of their sum. */
function Judged({ entry: { id, outcomes = [] }, expression }: { entry: WorkLedgerEntry; expression: string }) {
  const { data } = useOperations(id)
  const words = new Set(expression.match(/[\p{L}\p{N}_]+/gu))
  const operations = data?.pages.flatMap(({ items }) => items) ?? []
  const sayAmount = (name: string, value: number) => {
    const sum = outcomes.find((outcome) => outcome.name === name)
    return sum ? sayOutcome({ ...sum, value }) : value.toLocaleString(language)
  }
  return operations.flatMap(({ position, operation: { action, cost, attributes = {} } }) =>
    Object.entries({ cost, ...attributes })
      .filter(([name, value]) => typeof value === 'number' && words.has(name))
      .map(([name, value]) => (
        <Text key={`${position} ${name}`}>
          {action}, {name}: <b>{name in attributes ? sayAmount(name, Number(value)) : formatCost(Number(value))}</b>
        </Text>
      )),
  )
}
