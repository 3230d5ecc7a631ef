import { describeJourneys } from './journeys.ts'

await describeJourneys('server')
