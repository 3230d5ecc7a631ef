import { Alert, Button, Group, Text } from '@mantine/core'
import type { IntegrationType, UntypedIntegration } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'

const labels = texts.integrations

/** What the integration connects to, how the connection is, a test of it with what came out, and the switch that takes the integration out of use. */
export function IntegrationHealth({ integration, type }: IntegrationHealthProps) {
  const { queries, may } = useApi()
  const { id: integrationId, status, lastHealthCheck } = integration
  const test = useMutation(queries.integrations.test())
  const enable = useMutation(queries.integrations.enable())
  const disable = useMutation(queries.integrations.disable())
  const isOff = status === 'inactive'
  const turn = isOff ? enable : disable
  const error = test.error ?? enable.error ?? disable.error
  return (
    <>
      <Group gap="xl">
        <Fact label={labels.type}>{type.name}</Fact>
        <Fact label={labels.status}>{labels.statuses[status]}</Fact>
        <Fact label={labels.isHealthy}>{labels.health(integration)}</Fact>
        <Fact label={labels.lastHealthCheck}>
          <Time at={lastHealthCheck} />
        </Fact>
      </Group>
      <Group>
        {may('integrations.test') && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ integrationId })}>
            {labels.test}
          </Button>
        )}
        {may(isOff ? 'integrations.enable' : 'integrations.disable') && (
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate({ integrationId })}>
            {isOff ? labels.enable : labels.disable}
          </Button>
        )}
      </Group>
      {/* An outcome is old news once there was another check. */}
      {test.data && test.data.testedAt === lastHealthCheck && (
        <Alert role="status" title={labels.outcomes[test.data.outcome]}>
          {test.data.message}
        </Alert>
      )}
      {error && <Failure error={error} />}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600}>{children}</Text>
    </div>
  )
}

interface IntegrationHealthProps {
  integration: UntypedIntegration
  type: IntegrationType
}
