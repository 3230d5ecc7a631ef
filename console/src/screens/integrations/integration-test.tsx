import { Alert, List, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  faultsByField,
  type ConnectionTestReport,
  type IntegrationType,
  type UntypedIntegration,
} from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useApi } from '../../api.ts'
import { readPointer } from '../../parts/differences.tsx'
import { Failure } from '../../parts/failure.tsx'
import { showFirstFault } from '../../parts/form.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { Status } from '../../parts/status.tsx'
import { language, texts } from '../../texts.ts'
import { toIntegrationBody, type IntegrationValues } from './integration-fields.tsx'

const labels = texts.integrations

/**
 * The one way to test: of an integration whose form has nothing new, what is stored, which decides its status; else what the
 * form holds, before it is saved. It marks the fields to check.
 */
export function useConnectionTest({ form, type, stored }: ConnectionTestProps) {
  const { queries, may } = useApi()
  const mark = {
    onError: (error: unknown) => form.setErrors(faultsByField(error)),
    onSuccess: ({ errors }: ConnectionTestReport) =>
      form.setErrors(
        Object.fromEntries(errors.map(({ pointer, message }) => [readPointer(pointer).join('.'), message])),
      ),
  }
  const testTyped = useMutation({ ...queries.integrations.testUnsaved(), ...mark })
  const testStored = useMutation({ ...queries.integrations.test(), ...mark })
  const integrationId = stored?.integration.id
  const isOfStored = stored?.isUntouched === true
  const test = isOfStored ? testStored : testTyped
  const { type: name, metadata } = toIntegrationBody(type, form.values)
  const body = { type: name, metadata, ...(integrationId !== undefined && { integrationId }) }
  // What a test found is old news once something else is typed, or once there was another check.
  const isNews = isOfStored
    ? testStored.data?.testedAt === stored.integration.lastHealthCheck
    : JSON.stringify(testTyped.variables?.body) === JSON.stringify(body)

  function run(element: HTMLFormElement | null) {
    const { hasErrors } = flushSync(() => form.validate())
    if (hasErrors) showFirstFault(element)
    else if (isOfStored) testStored.mutate({ integrationId: stored.integration.id })
    else testTyped.mutate({ body })
  }

  return {
    button: may('integrations.testUnsaved') && (
      <PendingButton
        variant="default"
        isPending={test.isPending}
        onClick={({ currentTarget }) => run(currentTarget.form)}
      >
        {labels.test}
      </PendingButton>
    ),
    result: (
      <>
        {isNews && test.data && <TestResult report={test.data} isUnsaved={!isOfStored} />}
        {test.error && (isOfStored || isNews) && <Failure error={test.error} />}
      </>
    ),
  }
}

/** What a test found, and how far it came. */
function TestResult({ report: { outcome, message, steps }, isUnsaved }: TestResultProps) {
  return (
    <Alert role="status" title={<Status value={outcome} />} mb="md">
      {message}
      {isUnsaved && (
        <Text size="sm" c="dimmed">
          {labels.notSavedYet}
        </Text>
      )}
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

interface ConnectionTestProps {
  form: UseFormReturnType<IntegrationValues>
  type: IntegrationType
  /** The integration that the form edits. Its secrets stand in for those that the form leaves empty. */
  stored?: { integration: UntypedIntegration; isUntouched: boolean }
}

interface TestResultProps {
  report: ConnectionTestReport
  isUnsaved: boolean
}
