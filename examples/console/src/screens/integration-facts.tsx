import type { IntegrationType, UntypedIntegration } from '@instance-admin/sdk'
import { Facts } from '../parts/facts.tsx'
import { WithHistory } from '../parts/history.tsx'
import { Day, Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { toLabels } from './integration-comparison.ts'

const labels = texts.integrations

/** For those who may not change it. */
export function IntegrationFacts({ integration, type }: IntegrationFactsProps) {
  const { description, metadata, configuredSecrets, secretsExpireAt } = integration
  return (
    <WithHistory type="integration" id={integration.id} fields={toLabels(type)}>
      <Facts
        facts={[
          [labels.description, description],
          ...type.fields.map(({ key, label, secret }) => {
            const value = secret ? configuredSecrets.includes(key) && labels.secretSet : metadata[key]
            return [label, typeof value === 'string' ? value : null] as const
          }),
          [labels.secretsExpireAt, <Day key="end" on={secretsExpireAt} />],
          [labels.updatedAt, <Time key="time" at={integration.updatedAt} />],
        ]}
      />
    </WithHistory>
  )
}

interface IntegrationFactsProps {
  integration: UntypedIntegration
  type: IntegrationType
}
