import { Mark, Stack, Table, Text, Title } from '@mantine/core'
import type { TwuComparison, TwuEvaluation } from '@instance-admin/sdk'
import { texts } from '../texts.ts'
import { sayOutcome } from './twu-bench-results.tsx'

const labels = texts.models

/** What both versions say of the cases of the newer one, side by side. What differs is marked. */
export function ComparedCases({ comparison: { older, newer, outcomes, casesLeftOut } }: ComparedCasesProps) {
  if (outcomes.length + casesLeftOut === 0) return null
  const statuses = texts.ledger.policyStatuses
  return (
    <Stack component="section" aria-label={labels.casesOf(newer)}>
      <Title order={2} size="h3">
        {labels.casesOf(newer)}
      </Title>
      {outcomes.map(({ case: name, results, policyStatus }, at) => (
        <Table key={at} aria-label={name} layout="fixed" style={{ overflowWrap: 'anywhere' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{name}</Table.Th>
              <Table.Th>{labels.numbered(older)}</Table.Th>
              <Table.Th>{labels.numbered(newer)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map((result, row) => (
              <Compared key={row} name={result.name} before={say(result.before)} after={say(result.after)} />
            ))}
            <Compared
              name={labels.policyStatus}
              before={statuses[policyStatus.before]}
              after={statuses[policyStatus.after]}
            />
          </Table.Tbody>
        </Table>
      ))}
      {casesLeftOut > 0 && <Text c="dimmed">{labels.casesLeftOut(casesLeftOut)}</Text>}
    </Stack>
  )
}

function Compared({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{before}</Table.Td>
      <Table.Td>{before === after ? after : <Mark>{after}</Mark>}</Table.Td>
    </Table.Tr>
  )
}

function say(result: TwuEvaluation['outcomes'][number] | null): string {
  if (!result) return texts.none
  return result.fault ? result.fault.message : sayOutcome(result)
}

interface ComparedCasesProps {
  comparison: TwuComparison
}
