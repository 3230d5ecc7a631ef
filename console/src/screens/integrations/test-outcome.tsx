import type { UntypedIntegration } from '@instance-admin/sdk'
import { Status } from '../../parts/status.tsx'

/** How a test ended, in a word. Why is under the pointer. */
export function TestOutcome({ test: { outcome, message } }: { test: NonNullable<UntypedIntegration['lastTest']> }) {
  return (
    <span title={message}>
      <Status value={outcome} />
    </span>
  )
}
