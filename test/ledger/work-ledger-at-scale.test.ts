import { compareWithSearchThroughAll } from '../helpers/ledger-at-scale.ts'

// More than are counted and sorted (10,000), so that there are lists of both kinds.
compareWithSearchThroughAll(15_000)
