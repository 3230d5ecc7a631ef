import type { SecretBox } from './secrets.ts'

/** Seals every secret for its own owner, an integration or a webhook, and field. */
export function sealSecrets(
  secretBox: SecretBox,
  { instanceId, ownerId }: SecretOwner,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([field, plaintext]) => [
      field,
      secretBox.seal(plaintext, [instanceId, ownerId, field]),
    ]),
  )
}

/** The plain secrets; null when one does not open, because its key is missing or it was changed. */
export function openSecrets(
  secretBox: SecretBox,
  { instanceId, ownerId }: SecretOwner,
  sealed: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const secrets: Record<string, string> = {}
  for (const [field, envelope] of Object.entries(sealed)) {
    const opened = secretBox.open(envelope, [instanceId, ownerId, field])
    if (!opened.ok) return null
    secrets[field] = opened.plaintext
  }
  return secrets
}

interface SecretOwner {
  instanceId: string
  ownerId: string
}
