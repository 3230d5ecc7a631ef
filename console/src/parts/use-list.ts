import type { InfiniteReadOptions } from '@instance-admin/sdk/react-query'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

/**
 * The pages of a list as far as they were asked for. `<List>` shows them, and dims those of other filters while the new ones
 * are on their way. With `isReadAgain` the first page is read every ten seconds, until somebody has gone beyond it.
 */
export function useList<Page, Code extends string>(query: InfiniteReadOptions<Page, Code>, isReadAgain = false) {
  return useInfiniteQuery({
    ...query,
    placeholderData: keepPreviousData,
    // The route has asked already, and a failure is shown with a button that asks again.
    retryOnMount: false,
    refetchInterval: ({ state: { data } }) => isReadAgain && (data?.pages.length ?? 0) < 2 && 10_000,
  })
}
