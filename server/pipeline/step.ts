import type { Request, Response } from 'express'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'

/** A step of a request on its way to the operation. Returns the refusal of the request; null lets it go on. */
export type Step = (request: Request, response: Response) => ProblemAnswer | null | Promise<ProblemAnswer | null>
