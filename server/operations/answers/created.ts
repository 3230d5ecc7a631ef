/** The answer to a creation: the resource with its address and its tag. */
export function created<Body extends { etag: string }>(Location: string, body: Body) {
  return { status: 201, headers: { ETag: body.etag, Location }, body } as const
}
