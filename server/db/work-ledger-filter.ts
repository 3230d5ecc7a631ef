import type { operations } from '../../spec/openapi.gen.ts'

type Query = NonNullable<operations['listWorkLedgerEntries']['parameters']['query']>

/** Which entries of a ledger: what lists, summaries and exports have in common. */
export type WorkLedgerFilter = Omit<Query, 'page' | 'size' | 'sort' | 'cursor'>
