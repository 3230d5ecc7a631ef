import { Button, Group, Input, Stack, Table, Text, Title } from '@mantine/core'
import type { TwuCase, TwuCaseResult } from '@instance-admin/sdk'
import { useRef, useState, type ReactNode } from 'react'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { toOperationValues, type BenchForm } from './twu-bench-values.ts'
import classes from './twu-bench.module.css'
import type { DraftForm } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import { KeepCase } from './twu-keep-case.tsx'
import rows from './twu-rows.module.css'

const labels = texts.models

/** The cases of the model, and whether what is in the form meets them. */
export function Cases({ form, bench, tried, isReadOnly }: CasesProps) {
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const { cases } = form.values

  function open(one: TwuCase) {
    bench.setValues({ operations: one.operations.map(toOperationValues) })
    setName(one.name)
  }

  function remove(at: number) {
    form.removeListItem('cases', at)
    nameField.current?.focus()
  }

  return (
    <Stack component="section" aria-label={labels.cases} id="cases" className={rows.place}>
      <Title order={2} size="h3">
        {labels.cases}
      </Title>
      {!isReadOnly && <KeepCase form={form} tried={tried} name={name} setName={setName} nameField={nameField} />}
      {form.errors.cases && <Input.Error role="alert">{form.errors.cases}</Input.Error>}
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
                faults={[form.errors[`cases.${at}.name`], form.errors[`cases.${at}.operations`]]}
              >
                <Button variant="default" size="xs" aria-label={labels.tryNamed(one.name)} onClick={() => open(one)}>
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
    </Stack>
  )
}

function CaseRow({ id, name, result, faults, children }: CaseRowProps) {
  const all = [...(result?.faults ?? []).map(({ message }) => message), ...faults].filter(Boolean)
  return (
    <Table.Tr id={id} className={rows.place} style={{ overflowWrap: 'anywhere' }}>
      <Table.Td>
        <Text fw="bold">{name}</Text>
        {result && <Status value={result.isMet ? 'met' : 'notMet'} />}
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
  bench: BenchForm
  tried: Tried
  isReadOnly: boolean
}
