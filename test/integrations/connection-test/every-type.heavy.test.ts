import { describeAnswers, httpTypes } from './answers.ts'

describeAnswers(httpTypes)
