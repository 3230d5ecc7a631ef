/** The body and ETag of an answer of the typed client; throws the problem unless it succeeded. */
export function succeed<Body>(answer: { data?: Body; error?: unknown; response: Response }) {
  const { data, error, response } = answer
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`)
  return { body: data, etag: response.headers.get('etag') ?? '', response }
}
