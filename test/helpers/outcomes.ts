import { isApiError, type ApiError } from '../../sdk/src/index.ts'

/** The problem that a call is refused with; fails the test when it is not refused. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const came = await outcome(call)
  if (isApiError(came)) return came
  throw new Error(`The call was not refused: ${JSON.stringify(came)}`)
}

/** What a call comes to where both are right: its answer, or the problem that it is refused with. */
export async function outcome<Answer>(call: Promise<Answer>): Promise<Answer | ApiError> {
  return call.catch((error: unknown) => {
    if (isApiError(error)) return error
    throw error
  })
}

/** The answers of calls that run at once, and the problems of those that were refused; each in the order sent. */
export async function settle<Answer>(calls: readonly Promise<Answer>[]) {
  const answers: Answer[] = []
  const refusals: ApiError[] = []
  for (const came of await Promise.all(calls.map(outcome))) {
    if (isApiError(came)) refusals.push(came)
    else answers.push(came)
  }
  return { answers, refusals }
}
