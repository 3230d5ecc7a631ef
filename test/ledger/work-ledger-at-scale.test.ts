import { compareWithSearchThroughAll } from '../helpers/ledger-at-scale.ts'

// More match one of the searches than are counted and sorted (10,000), so that there are lists of both kinds.
compareWithSearchThroughAll(13_000, 25)
