import type { useApi } from './api.ts'

type Queries = ReturnType<typeof useApi>['queries']

/** As many as the overview shows. The menu counts all of them by the same answer. */
export const shown = 5

export function readFailing(queries: Queries) {
  return queries.integrations.list({ status: 'error', size: shown, sort: 'updatedAt,desc' })
}

export function readOpenReviews(queries: Queries) {
  return queries.workLedger.list({ review: 'open', sort: 'createdAt,asc', size: shown })
}
