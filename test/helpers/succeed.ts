import type { VersionedCall } from '../../sdk/src/index.ts'

/** The resource in a call's answer, and its ETag. */
export async function succeed<Body>(call: VersionedCall<Body>) {
  const { data, version, response } = await call.withResponse()
  return { body: data, etag: version ?? '', response }
}
