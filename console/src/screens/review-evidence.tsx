import { Code, Group, Paper, Text } from '@mantine/core'
import type { WorkLedgerEntry, WorkOperation } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import { Part } from './work-ledger-computed.tsx'
import { formatAttribute, formatCost, formatDuration } from './work-ledger-format.ts'
import { useOperations } from './work-ledger-operations.tsx'

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
        const { description, expression, otherwise = 'review_required' } = findPolicy(version.data?.policies, name)
        return (
          <Paper
            key={name}
            withBorder
            p="sm"
            component="article"
            aria-label={name}
            style={{ overflowWrap: 'anywhere' }}
          >
            <Group justify="space-between" gap="4px 16px">
              <Text fw={600}>{description || name}</Text>
              {expression !== undefined && <Status value={otherwise} />}
            </Group>
            {expression !== undefined && (
              <>
                <Judged entryId={entry.id} expression={expression} />
                <Disclosure
                  label={description ? texts.models.fact(texts.models.expression, name) : texts.models.expression}
                  isOpenAtFirst={!description}
                >
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

/** The amounts of the operations that a policy names, beside the limit that its sentence tells. */
function Judged({ entryId, expression }: { entryId: string; expression: string }) {
  const { data } = useOperations(entryId)
  const words = new Set(expression.match(/[\p{L}\p{N}_]+/gu))
  const amounts = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap(({ position, operation }) =>
      amountsOf(operation)
        .filter(([name]) => words.has(name))
        .map(([name, amount]) => ({ key: `${position} ${name}`, name, amount, action: operation.action })),
    )
  return (
    <Group component="ul" gap="4px 24px" my={4} p={0} style={{ listStyle: 'none' }}>
      {amounts.slice(0, mostAmounts).map(({ key, name, amount, action }) => (
        <li key={key}>
          <Text span size="sm" c="dimmed">
            {action}, {name}:
          </Text>{' '}
          <Text span size="lg" fw={700}>
            {amount}
          </Text>
        </li>
      ))}
    </Group>
  )
}

/** The others are among the operations below. */
const mostAmounts = 6

function amountsOf({ cost, activeTime, attributes = {} }: WorkOperation): [name: string, amount: string][] {
  return [
    ...Object.entries(attributes).flatMap<[string, string]>(([name, value]) =>
      typeof value === 'number' ? [[name, formatAttribute(value)]] : [],
    ),
    ...(cost === undefined ? [] : [['cost', formatCost(cost)] as [string, string]]),
    ...(activeTime === undefined ? [] : [['activeTime', formatDuration(activeTime)] as [string, string]]),
  ]
}

function findPolicy(policies: readonly Policy[] = [], name: string): Partial<Policy> {
  return policies.find((policy) => policy.name === name) ?? {}
}

interface Policy {
  name: string
  description?: string
  expression?: string
  otherwise?: 'non_compliant' | 'review_required'
}
