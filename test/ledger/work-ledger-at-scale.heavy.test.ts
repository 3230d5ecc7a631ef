import { compareWithSearchThroughAll } from '../helpers/ledger-at-scale.ts'

// More than the next entries of a sort in which a page is looked for first (200,000).
compareWithSearchThroughAll(250_000, 100)
