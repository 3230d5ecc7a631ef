import { Stack, Text } from '@mantine/core'
import { FORM_INDEX, useForm } from '@mantine/form'
import type { TwuModelVersion } from '@instance-admin/sdk'
import { twuModelInput } from '@instance-admin/sdk/schemas'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useId, useState } from 'react'
import { useApi } from '../../api.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { lazyPart } from '../../parts/online.ts'
import { PendingButton } from '../../parts/pending-button.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { checkBody, useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { Backtest } from './twu-backtest.tsx'
import { Beginning, isEmptyModel } from './twu-beginning.tsx'
import { Bench } from './twu-bench.tsx'
import { toOperationValues, validateOperations, type BenchValues } from './twu-bench-values.ts'
import { Cases } from './twu-cases.tsx'
import { Contents, type Part } from './twu-contents.tsx'
import { Definition } from './twu-definition.tsx'
import { DraftFields } from './twu-draft-form.tsx'
import classes from './twu-draft.module.css'
import { toDraftBody, toDraftValues } from './twu-draft-values.ts'
import { useEvaluation } from './twu-evaluation.ts'
import { useFaults } from './twu-faults.ts'
import { Publish } from './twu-publish.tsx'
import { Report } from './twu-report.tsx'
import { useSaving } from './twu-saving.ts'
import { Section } from './twu-section.tsx'

const labels = texts.models
const validate = checkBody(twuModelInput, toDraftBody)
const lists = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

const ModelAsJson = lazyPart(() => import('./twu-json.tsx'), 'ModelAsJson')

/** A version with its parts at one side, and what it computes at the other. */
export function DraftEditor({ latest, isReadOnly }: { latest: Versioned<TwuModelVersion>; isReadOnly: boolean }) {
  const { may } = useApi()
  const {
    modelId,
    version,
    cases: [firstCase],
  } = latest.data
  const formId = useId()
  const form = useCheckedForm({ initialValues: toDraftValues(latest.data), validate })
  const bench = useForm<BenchValues>({
    initialValues: { operations: (firstCase?.operations ?? []).map(toOperationValues) },
    validate: { operations: validateOperations },
    validateInputOnBlur: [`operations.${FORM_INDEX}.attributes`, `operations.${FORM_INDEX}.startedAt`],
  })
  const [caseName, setCaseName] = useState(firstCase?.name ?? '')
  const tried = useEvaluation(form, bench)
  const faults = useFaults(form, tried)
  const saving = useSaving({ latest, form, faults })
  const mayBacktest = may('twuModels.versions.backtest')
  const isEmpty = isEmptyModel(form.values)
  const parts: Part[] = [
    { id: 'general', faults: faults.countIn('name') + faults.countIn('description') },
    ...lists.map((id) => ({ id, count: form.values[id].length, faults: faults.countIn(id) })),
    ...(mayBacktest ? [{ id: 'backtest' as const }] : []),
  ]
  return (
    <>
      <div className={classes.layout}>
        <Stack className={classes.side} gap="sm">
          <Contents parts={parts} />
          <DialogButton label={labels.json} variant="default">
            {(close) => (
              <ModelAsJson
                model={toDraftBody(form.values)}
                apply={isReadOnly ? undefined : (model) => form.setValues(toDraftValues(model))}
                close={close}
              />
            )}
          </DialogButton>
        </Stack>
        <Stack gap="xl">
          {isEmpty && !isReadOnly && <Beginning />}
          {isReadOnly ? (
            <Definition model={latest.data} />
          ) : (
            <Form id={formId} form={form} error={saving.refusal} onSubmit={(values) => void saving.save(values)}>
              <DraftFields
                form={form}
                propsOf={(path) => ({ ...form.getInputProps(path), error: faults.errorOf(path) })}
                placeOf={faults.placeOf}
                countFaults={faults.countIn}
              />
            </Form>
          )}
          <Section id="cases" title={labels.cases} count={form.values.cases.length}>
            <Cases
              form={form}
              faults={faults}
              tried={tried}
              isReadOnly={isReadOnly}
              tryCase={(one) => {
                bench.setValues({ operations: one.operations.map(toOperationValues) })
                setCaseName(one.name)
              }}
            />
          </Section>
          {mayBacktest && (
            <Section id="backtest" title={labels.backtest}>
              <Backtest modelId={modelId} version={version} />
            </Section>
          )}
        </Stack>
        <Bench form={form} bench={bench} tried={tried} caseName={caseName} isReadOnly={isReadOnly} />
      </div>
      {saving.error === null ? (
        <Report report={saving.report} faults={faults} draft={form.values} />
      ) : (
        <Failure error={saving.error} />
      )}
      {!isReadOnly && (
        <FormActions
          form={formId}
          save={labels.saveDraft}
          isPending={saving.isPending}
          cancel={saving.cancel}
          before={isEmpty && may('twuModels.publish') && <Text size="sm">{labels.nothingToPublish}</Text>}
        >
          {may('twuModels.publish') && (
            <PendingButton disabled={isEmpty} isPending={saving.isPending} onClick={() => void saving.askToPublish()}>
              {labels.publish}
            </PendingButton>
          )}
        </FormActions>
      )}
      {saving.isAsking && (
        <Publish
          modelId={modelId}
          version={version}
          ifMatch={saving.version}
          close={saving.stopAsking}
          refused={saving.refuse}
        />
      )}
      <Unsaved isUnsaved={!saving.isUntouched} />
      <Conflict conflict={saving.conflict} fields={labels} />
    </>
  )
}
