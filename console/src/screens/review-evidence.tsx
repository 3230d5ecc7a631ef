import { Code, Group, Stack, Text, Title } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'

/**
 * The policies that an execution did not meet, as the version has them that computed it: in words where somebody wrote them,
 * and in CEL for whoever asks.
 */
export function MissedPolicies({ entry: { missedPolicies = [], modelId, modelVersion } }: { entry: WorkLedgerEntry }) {
  const { queries, may } = useApi()
  const isKnown = modelId !== undefined && modelVersion !== undefined && may('twuModels.versions.get')
  const version = useQuery({
    ...queries.twuModels.versions.get(modelId ?? '', modelVersion ?? 0),
    enabled: isKnown && missedPolicies.length > 0,
  })
  if (missedPolicies.length === 0) return null
  return (
    <Stack component="section" aria-label={ledgerTexts.missedPolicies} gap="sm">
      <Title order={2} size="h4">
        {ledgerTexts.missedPolicies}
      </Title>
      {missedPolicies.map((name) => {
        const { description, expression, otherwise = 'review_required' } = findPolicy(version.data?.policies, name)
        return (
          <Stack key={name} gap={4} component="article" aria-label={name} style={{ overflowWrap: 'anywhere' }}>
            {description && <Text fw={600}>{description}</Text>}
            <Group gap="xs">
              <Text {...(description ? { size: 'sm', c: 'dimmed' } : { fw: 600 })}>{name}</Text>
              {expression !== undefined && <Status value={otherwise} />}
            </Group>
            {expression !== undefined && (
              <Disclosure label={texts.models.expression} isOpenAtFirst={!description}>
                <Code block style={{ whiteSpace: 'pre-wrap' }}>
                  {expression}
                </Code>
              </Disclosure>
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}

function findPolicy(policies: readonly Policy[] = [], name: string): Partial<Policy> {
  return policies.find((policy) => policy.name === name) ?? {}
}

interface Policy {
  name: string
  description?: string
  expression?: string
  otherwise?: 'non_compliant' | 'review_required'
}
