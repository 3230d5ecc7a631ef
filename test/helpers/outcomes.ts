import { isApiError, type ApiError } from '../../sdk/src/index.ts'

/** The problem with which a call is refused. Fails the test when the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const came = await outcome(call)
  if (isApiError(came)) return came
  throw new Error(`The call was not refused: ${JSON.stringify(came)}`)
}

/** The answer of a call, or the problem with which it is refused, for tests where either is right. */
export async function outcome<Answer>(call: Promise<Answer>): Promise<Answer | ApiError> {
  return call.catch((error: unknown) => {
    if (isApiError(error)) return error
    throw error
  })
}

/** The answers of calls that run at once, and the problems of the refused calls, each in the order of the calls. */
export async function settle<Answer>(calls: readonly Promise<Answer>[]) {
  const answers: Answer[] = []
  const refusals: ApiError[] = []
  for (const came of await Promise.all(calls.map(outcome))) {
    if (isApiError(came)) refusals.push(came)
    else answers.push(came)
  }
  return { answers, refusals }
}
