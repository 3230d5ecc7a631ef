import { Stack, Text, Title } from '@mantine/core'
import { texts } from '../../texts.ts'
import { BenchOperations } from './twu-bench-operations.tsx'
import { BenchResults } from './twu-bench-results.tsx'
import type { BenchForm } from './twu-bench-values.ts'
import type { DraftForm } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'
import { KeepCase } from './twu-keep-case.tsx'
import classes from './twu-draft.module.css'

const labels = texts.models

/** Tries what is in the form, beside it: what the model makes of operations is computed while somebody types. */
export function Bench({ form, bench, tried, caseName, isReadOnly }: BenchProps) {
  return (
    <Stack component="section" aria-label={labels.bench} id="bench" className={classes.bench}>
      <div>
        <Title order={2} size="h3">
          {labels.bench}
        </Title>
        <Text size="sm" c="dimmed">
          {labels.benchHint}
        </Text>
      </div>
      <BenchResults tried={tried} model={form.values} />
      <div>
        <Title order={3} size="h4" mb="xs">
          {labels.operations}
        </Title>
        <BenchOperations bench={bench} model={form.values} />
      </div>
      {!isReadOnly && !tried.isEmpty && <KeepCase key={caseName} form={form} tried={tried} caseName={caseName} />}
    </Stack>
  )
}

interface BenchProps {
  form: DraftForm
  bench: BenchForm
  tried: Tried
  /** The name of the case whose operations are on the bench, if they are those of one. */
  caseName: string
  isReadOnly: boolean
}
