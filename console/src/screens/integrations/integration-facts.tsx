import type { IntegrationType, UntypedIntegration } from '@instance-admin/sdk'
import { Facts } from '../../parts/facts.tsx'
import { WithHistory } from '../../parts/history.tsx'
import { Day, Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { toLabels } from './integration-comparison.ts'
import { sayChoice } from './integration-fields.tsx'

const labels = texts.integrations

/** For those who may not change it. */
export function IntegrationFacts({ integration, type }: IntegrationFactsProps) {
  const { description, metadata, configuredSecrets, secretsExpireAt } = integration
  return (
    <WithHistory type="integration" id={integration.id} fields={toLabels(type)}>
      <Facts
        facts={[
          [labels.description, description],
          ...type.fields.map((field) => {
            const value = field.secret ? configuredSecrets.includes(field.key) && labels.secretSet : metadata[field.key]
            return [field.label, typeof value === 'string' ? sayChoice(field, value) : null] as const
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
