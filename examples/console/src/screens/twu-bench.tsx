import { Stack, Text, Title } from '@mantine/core'
import { FORM_INDEX, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { BenchOperations } from './twu-bench-operations.tsx'
import { BenchResults } from './twu-bench-results.tsx'
import { validateOperations, type BenchValues } from './twu-bench-values.ts'
import classes from './twu-bench.module.css'
import { Cases } from './twu-cases.tsx'
import type { DraftForm } from './twu-draft-values.ts'
import { useEvaluation } from './twu-evaluation.ts'

const labels = texts.models

/** Tries what is in the form: what the model makes of operations is computed while somebody types. */
export function Bench({ form, isReadOnly, children }: BenchProps) {
  const bench = useForm<BenchValues>({
    initialValues: { operations: [] },
    validate: { operations: validateOperations },
    validateInputOnBlur: [`operations.${FORM_INDEX}.attributes`, `operations.${FORM_INDEX}.startedAt`],
  })
  const tried = useEvaluation(form, bench)
  return (
    <>
      <div className={classes.bench}>
        <Stack>
          {children}
          <Title order={2} size="h3">
            {labels.bench}
          </Title>
          <Text size="sm" c="dimmed">
            {labels.benchHint}
          </Text>
          <BenchOperations bench={bench} model={form.values} />
        </Stack>
        <BenchResults tried={tried} model={form.values} />
      </div>
      <Cases form={form} bench={bench} tried={tried} isReadOnly={isReadOnly} />
    </>
  )
}

interface BenchProps {
  form: DraftForm
  isReadOnly: boolean
  /** The form of the model. */
  children: ReactNode
}
