import { Button, Group, Input, Table, Text } from '@mantine/core'
import type { TwuCase, TwuCaseResult } from '@instance-admin/sdk'
import { useRef, type ReactNode } from 'react'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'
import classes from './twu-draft.module.css'
import type { DraftForm } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import type { Faults } from './twu-faults.ts'

const labels = texts.models

/** The cases of the model, and whether what is in the form meets them. */
export function Cases({ form, faults, tried, tryCase, isReadOnly }: CasesProps) {
  const place = useRef<HTMLDivElement>(null)
  const { cases } = form.values
  const faultOfAll = faults.errorOf('cases')

  function remove(at: number) {
    form.removeListItem('cases', at)
    place.current?.focus()
  }

  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      {faultOfAll && <Input.Error role="alert">{faultOfAll}</Input.Error>}
      {cases.length === 0 && <Text c="dimmed">{labels.noCases}</Text>}
      {cases.length > 0 && (
        <Table aria-label={labels.cases} aria-busy={tried.isOld} className={classes.live}>
          <Table.Tbody>
            {cases.map((one, at) => (
              <CaseRow
                key={at}
                id={`cases-${at}`}
                name={one.name}
                result={tried.data?.cases.find(({ name }) => name === one.name)}
                faults={[faults.errorOf(`cases.${at}.name`), faults.errorOf(`cases.${at}.operations`)]}
              >
                <Button variant="default" size="xs" aria-label={labels.tryNamed(one.name)} onClick={() => tryCase(one)}>
                  {labels.try}
                </Button>
                {!isReadOnly && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={labels.removeCaseNamed(one.name)}
                    onClick={() => remove(at)}
                  >
                    {labels.removeCase}
                  </Button>
                )}
              </CaseRow>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}

function CaseRow({ id, name, result, faults, children }: CaseRowProps) {
  const all = [...(result?.faults ?? []).map(({ message }) => message), ...faults].filter(Boolean)
  return (
    <Table.Tr id={id} style={{ overflowWrap: 'anywhere' }}>
      <Table.Td>
        <Text fw="bold">{name}</Text>
        {result && <Status value={result.isMet ? 'asExpected' : 'notAsExpected'} />}
        {all.map((fault, at) => (
          <Text key={at} size="sm" c="var(--mantine-color-error)">
            {fault}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end">
          {children}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

interface CaseRowProps {
  id: string
  name: string
  /** What the case says of what is in the form; undefined while nobody knows. */
  result: TwuCaseResult | undefined
  /** What the service has against the case itself. */
  faults: ReactNode[]
  children: ReactNode
}

interface CasesProps {
  form: DraftForm
  faults: Faults
  tried: Tried
  /** Puts the operations of a case on the bench. */
  tryCase: (one: TwuCase) => void
  isReadOnly: boolean
}
