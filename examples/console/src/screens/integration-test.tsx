import { Alert, List, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { faultsByField, type ConnectionTestReport, type IntegrationType } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useApi } from '../api.ts'
import { readPointer } from '../parts/differences.tsx'
import { Failure } from '../parts/failure.tsx'
import { showFirstFault } from '../parts/form.tsx'
import { PendingButton } from '../parts/pending-button.tsx'
import { Status } from '../parts/status.tsx'
import { language, texts } from '../texts.ts'
import { toIntegrationBody, type IntegrationValues } from './integration-fields.tsx'

const labels = texts.integrations

/** A test of what the form holds, before it is saved. It marks the fields to check. */
export function TestBeforeSave({ form, type, integrationId }: TestBeforeSaveProps) {
  const { queries, may } = useApi()
  const test = useMutation({
    ...queries.integrations.testUnsaved(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess: ({ errors }) =>
      form.setErrors(
        Object.fromEntries(errors.map(({ pointer, message }) => [readPointer(pointer).join('.'), message])),
      ),
  })
  if (!may('integrations.testUnsaved')) return null
  const { type: name, metadata } = toIntegrationBody(type, form.values)
  const body = { type: name, metadata, ...(integrationId !== undefined && { integrationId }) }
  // What a test found is old news once something else is typed.
  const isOfThis = JSON.stringify(test.variables?.body) === JSON.stringify(body)

  function run(element: HTMLFormElement | null) {
    const { hasErrors } = flushSync(() => form.validate())
    if (hasErrors) showFirstFault(element)
    else test.mutate({ body })
  }

  return (
    <>
      <PendingButton
        variant="default"
        mb="md"
        isPending={test.isPending}
        onClick={({ currentTarget }) => run(currentTarget.form)}
      >
        {labels.testBeforeSave}
      </PendingButton>
      {isOfThis && test.data && <TestResult report={test.data} />}
      {isOfThis && test.error && <Failure error={test.error} />}
    </>
  )
}

/** What a test found, and how far it came. */
export function TestResult({ report: { outcome, message, steps } }: { report: ConnectionTestReport }) {
  return (
    <Alert role="status" title={<Status value={outcome} />} mb="md">
      {message}
      <List type="ordered" size="sm" mt="xs" aria-label={labels.steps}>
        {steps.map(({ step, state, durationMs }) => (
          <List.Item key={step}>
            <Status value={state} /> {labels.stepNames[step]}
            {state !== 'skipped' && (
              <Text span size="sm" c="dimmed">
                {' '}
                {milliseconds.format(durationMs)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const milliseconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' })

interface TestBeforeSaveProps {
  form: UseFormReturnType<IntegrationValues>
  type: IntegrationType
  /** The integration whose secrets stand in for those that the form leaves empty. */
  integrationId?: string
}
