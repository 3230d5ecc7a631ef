/** The answer to a creation: the resource with its address and its tag. */
export function created<Body>(Location: string, ETag: string, body: Body) {
  return { status: 201, headers: { ETag, Location }, body } as const
}
