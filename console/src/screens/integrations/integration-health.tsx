import { Group, Text } from '@mantine/core'
import type { IntegrationType, UntypedIntegration } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { texts } from '../../texts.ts'
import { CredentialsLink, TypeOf } from './integration-type.tsx'

const labels = texts.integrations

/** What the integration connects to, how the connection is, and the switch that takes the integration out of use. */
export function IntegrationHealth({ integration, type }: IntegrationHealthProps) {
  const { queries, may } = useApi()
  const { id: integrationId, status, lastHealthCheck, lastTest } = integration
  const enable = useMutation(queries.integrations.enable())
  const disable = useMutation(queries.integrations.disable())
  const isOff = status === 'inactive'
  const turn = isOff ? enable : disable
  return (
    <>
      <Facts
        facts={[
          [labels.type, <TypeOf key="type" name={type.name} />],
          [labels.status, <Status key="status" value={status} />],
          [labels.isHealthy, <Status key="health" value={healthOf(integration)} />],
          [labels.lastHealthCheck, <Time key="time" at={lastHealthCheck} />],
          [labels.lastTest, lastTest ? <LastTest key="test" id={integrationId} test={lastTest} /> : undefined],
        ]}
      />
      <Group>
        {may(isOff ? 'integrations.enable' : 'integrations.disable') && (
          <PendingButton variant="default" isPending={turn.isPending} onClick={() => turn.mutate({ integrationId })}>
            {isOff ? labels.enable : labels.disable}
          </PendingButton>
        )}
        <CredentialsLink type={type} />
      </Group>
      {turn.error && <Failure error={turn.error} />}
    </>
  )
}

/** What the last test or check found, and why. What failed can be tried again at once. */
function LastTest({ id: integrationId, test: { outcome, message } }: LastTestProps) {
  const { queries, may } = useApi()
  const again = useMutation(queries.integrations.test())
  if (outcome === 'ok') return <Status value={outcome} />
  return (
    <>
      <Status value={outcome} />
      <Text size="sm" my={4}>
        {message}
      </Text>
      {may('integrations.test') && (
        <PendingButton
          variant="default"
          size="xs"
          isPending={again.isPending}
          onClick={() => again.mutate({ integrationId })}
        >
          {labels.testAgain}
        </PendingButton>
      )}
      {again.error && <Failure error={again.error} />}
    </>
  )
}

export function healthOf({ isHealthy, lastHealthCheck }: UntypedIntegration) {
  return lastHealthCheck === null ? 'unknown' : isHealthy ? 'healthy' : 'unhealthy'
}

interface LastTestProps extends Pick<UntypedIntegration, 'id'> {
  test: NonNullable<UntypedIntegration['lastTest']>
}

interface IntegrationHealthProps {
  integration: UntypedIntegration
  type: IntegrationType
}
