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
          ...(lastTest ? [[labels.lastTest, <LastTest key="test" test={lastTest} />] as const] : []),
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

/** What the last test or check found, and why. */
function LastTest({ test: { outcome, message } }: { test: NonNullable<UntypedIntegration['lastTest']> }) {
  return (
    <>
      <Status value={outcome} />
      {outcome !== 'ok' && (
        <Text size="sm" mt={4}>
          {message}
        </Text>
      )}
    </>
  )
}

export function healthOf({ isHealthy, lastHealthCheck }: UntypedIntegration) {
  return lastHealthCheck === null ? 'unknown' : isHealthy ? 'healthy' : 'unhealthy'
}

interface IntegrationHealthProps {
  integration: UntypedIntegration
  type: IntegrationType
}
