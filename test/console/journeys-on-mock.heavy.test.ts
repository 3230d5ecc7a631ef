import { describeJourneys } from './journeys.ts'

describeJourneys('mock')
