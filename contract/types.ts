import type { components } from '../spec/openapi.gen.ts'

export type Fault = components['schemas']['Fault']
export type Problem = components['schemas']['Problem']
export type ProblemCode = components['schemas']['ProblemCode']
