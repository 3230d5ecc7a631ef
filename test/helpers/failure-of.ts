/** The error with which a statement, or what else is waited for, fails. Fails the test when it does not. */
export async function failureOf(query: PromiseLike<unknown>): Promise<unknown> {
  try {
    await query
  } catch (error) {
    return error
  }
  throw new Error('the query did not fail')
}
