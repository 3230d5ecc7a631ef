import type { SecretBox, SecretContext } from './secrets.ts'

type SecretOwner = Omit<SecretContext, 'field'>

/** Seals every secret for its integration and field. */
export function sealSecrets(
  secretBox: SecretBox,
  owner: SecretOwner,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).map(([field, plaintext]) => [
      field,
      secretBox.seal(plaintext, { ...owner, field }),
    ]),
  )
}

/** The secrets in clear, or null when one does not open: its key is gone, or it was tampered with. */
export function openSecrets(
  secretBox: SecretBox,
  owner: SecretOwner,
  sealed: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const secrets: Record<string, string> = {}
  for (const [field, envelope] of Object.entries(sealed)) {
    const opened = secretBox.open(envelope, { ...owner, field })
    if (!opened.ok) return null
    secrets[field] = opened.plaintext
  }
  return secrets
}
