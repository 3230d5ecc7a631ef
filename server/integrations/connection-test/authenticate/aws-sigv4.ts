import { AwsV4Signer } from 'aws4fetch'
import { fill } from '../template.ts'
import type { AuthOf, TestContext, Proof } from './context.ts'

/** AWS Signature Version 4 in headers. */
export function awsSigV4(auth: AuthOf<'aws_sigv4'>, { values, now }: TestContext): Proof {
  const sessionToken = auth.sessionToken === undefined ? null : fill(auth.sessionToken, values)
  return {
    sign: async ({ method, url, headers, body }) => {
      const signer = new AwsV4Signer({
        method,
        url: url.href,
        headers,
        body: body ?? null,
        service: auth.service,
        region: fill(auth.region, values) ?? '',
        accessKeyId: fill(auth.accessKeyId, values) ?? '',
        secretAccessKey: fill(auth.secretAccessKey, values) ?? '',
        datetime: basicFormat(now()),
        ...(sessionToken !== null && { sessionToken }),
      })
      const signed = await signer.sign()
      return Object.fromEntries(signed.headers)
    },
  }
}

/** Formats a time as ISO 8601 without punctuation and milliseconds: 20261121T074100Z. */
function basicFormat(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
