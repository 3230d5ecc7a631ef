/** The entry point for React. The other one needs only types, this one React and TanStack Query. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Client } from '../client.ts'
import type { ErrorCodes } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { followChanges } from './follow-changes.ts'
import type { CallError } from './options.ts'

/**
 * Follows the changes of the instance, and has what others have changed fetched again. One component uses it, at the top of
 * the screen. The tabs of a browser share one stream, and a page that is not seen has none: it catches up when it is seen
 * again. Returns what has ended that, such as an ApiError `role_missing`; null while changes are followed.
 */
export function useLiveQueries(client: Client, instanceId: string): CallError<ErrorCodes['changes.watch']> | null {
  const cache = useQueryClient()
  const [failure, setFailure] = useState<CallError<ErrorCodes['changes.watch']> | null>(null)
  const onError = (error: unknown) => setFailure(trust(error))
  useEffect(() => followChanges(client, instanceId, cache, onError), [client, instanceId, cache])
  return failure
}
