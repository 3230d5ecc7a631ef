import { Mark, Table, Text } from '@mantine/core'
import type { TwuComparison, TwuEvaluation } from '@instance-admin/sdk'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import { Part } from '../work-ledger/work-ledger-computed.tsx'
import { sayOutcome } from './twu-spoken-results.tsx'

const labels = texts.models

/** What both versions say of the cases of the newer one, side by side. */
export function ComparedCases({ comparison: { older, newer, outcomes, casesLeftOut } }: ComparedCasesProps) {
  if (outcomes.length + casesLeftOut === 0) return null
  return (
    <Part title={labels.casesOf(newer)}>
      {outcomes.map(({ case: name, results, policyStatus }, at) => (
        <ComparedResults
          key={at}
          name={name}
          title={name}
          before={labels.numbered(older)}
          after={labels.numbered(newer)}
          results={results}
          policyStatus={policyStatus}
        />
      ))}
      {casesLeftOut > 0 && <Text c="dimmed">{labels.casesLeftOut(casesLeftOut)}</Text>}
    </Part>
  )
}

/** What two versions say of the same operations: what differs is marked, and what does not is told in one row. */
export function ComparedResults({ name, title, before, after, results, policyStatus }: ComparedResultsProps) {
  const statuses = texts.ledger.policyStatuses
  const compared = [
    ...results.map((result) => ({
      name: result.name,
      before: say(result.before),
      after: say(result.after),
      isSame: result.before?.value === result.after?.value,
    })),
    {
      name: labels.policyStatus,
      before: statuses[policyStatus.before],
      after: statuses[policyStatus.after],
      isSame: true,
    },
  ].map((row) => ({ ...row, isSame: row.isSame && row.before === row.after }))
  const same = compared.filter(({ isSame }) => isSame)
  return (
    <ComparedTable name={name} title={title} before={before} after={after}>
      {compared.map((row, at) => !row.isSame && <Compared key={at} {...row} />)}
      {same.length > 0 && (
        <Table.Tr c="dimmed">
          <Table.Th scope="row">{labels.sameInBoth}</Table.Th>
          <Table.Td colSpan={2}>{same.map((row) => labels.fact(row.name, row.after)).join(', ')}</Table.Td>
        </Table.Tr>
      )}
    </ComparedTable>
  )
}

export function ComparedTable({ name, title, before, after, children }: ComparedTableProps) {
  return (
    <Table aria-label={name} layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="40%">{title}</Table.Th>
          <Table.Th>{before}</Table.Th>
          <Table.Th>{after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

/** What is shown as the same may differ by less than is shown. */
export function Compared({ name, before, after, isSame = true }: ComparedProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{before}</Table.Td>
      <Table.Td>{before === after && isSame ? after : <Mark>{after}</Mark>}</Table.Td>
    </Table.Tr>
  )
}

function say(result: TwuEvaluation['outcomes'][number] | null): string {
  if (!result) return texts.none
  return result.fault ? result.fault.message : sayOutcome(result)
}

interface ComparedProps {
  name: string
  before: string
  after: string
  isSame?: boolean
}

interface Sides {
  name: string
  title: ReactNode
  before: string
  after: string
}

interface ComparedTableProps extends Sides {
  children: ReactNode
}

interface ComparedResultsProps extends Sides, Pick<TwuComparison['outcomes'][number], 'results' | 'policyStatus'> {}

interface ComparedCasesProps {
  comparison: TwuComparison
}
