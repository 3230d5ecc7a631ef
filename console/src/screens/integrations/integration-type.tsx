import { Anchor, Group } from '@mantine/core'
import type { IntegrationType } from '@instance-admin/sdk'
import { Mark } from '../../parts/mark.tsx'
import { texts } from '../../texts.ts'

/** A type as its mark and its name. */
export function TypeOf({ name }: { name: string }) {
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <Mark of={name} size="sm" />
      {name}
    </Group>
  )
}

/** Leads to the page of the vendor, where the credentials of this type are made. */
export function CredentialsLink({ type: { credentialsUrl } }: { type: IntegrationType }) {
  if (credentialsUrl === undefined) return null
  return (
    <Anchor href={credentialsUrl} target="_blank" rel="noreferrer" size="sm">
      {texts.integrations.makeCredentials}
      <span aria-hidden> ↗</span>
    </Anchor>
  )
}
