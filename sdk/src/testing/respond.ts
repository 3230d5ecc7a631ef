import { contract } from './contract.gen.ts'
import { exampleOf } from './forced.ts'
import type { AnyAnswer } from './operation.ts'

/** An answer as it comes from the service. Nothing that answers a HEAD has a body. */
export function toResponse(answer: AnyAnswer, requestId: string, { method, path }: Asked): Response {
  const { status, headers = {}, problem, mediaType = 'application/json', body } = answer
  const contentType = problem ? 'application/problem+json' : mediaType
  const content = problem ? JSON.stringify(describe(answer, problem, requestId, path)) : toText(body)
  return new Response(method === 'HEAD' ? null : content, {
    status,
    headers: {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      ...(content !== null && { 'Content-Type': `${contentType}; charset=utf-8` }),
      ...headers,
    },
  })
}

function describe({ status }: AnyAnswer, problem: Problem, requestId: string, path: string) {
  const { code, errors = [] } = problem
  const title = contract.titles[code] ?? 'The test server does not do this.'
  return {
    type: `urn:instance-admin:problem:${code}`,
    title,
    status,
    detail: problem.detail ?? exampleOf(code)?.detail ?? title,
    instance: path,
    code,
    requestId,
    errors,
  }
}

function toText(body: unknown): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

type Problem = NonNullable<AnyAnswer['problem']>

interface Asked {
  method: string
  path: string
}
