import { describeJourneys } from './journeys.ts'

describeJourneys('server')
