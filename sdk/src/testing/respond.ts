import { contract } from './contract.gen.ts'
import type { AnyAnswer } from './operation.ts'

/** An answer as it comes from the service. */
export function toResponse(answer: AnyAnswer, requestId: string, path: string): Response {
  const { status, headers = {}, problem, mediaType = 'application/json', body } = answer
  const contentType = problem ? 'application/problem+json' : mediaType
  const content = problem ? JSON.stringify(describe(answer, problem, requestId, path)) : toText(body)
  return new Response(content, {
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
    detail: problem.detail ?? detailOf(code) ?? title,
    instance: path,
    code,
    requestId,
    errors,
  }
}

function detailOf(code: string): string | undefined {
  return Object.values(contract.problems).find(({ example }) => example.code === code)?.example.detail
}

function toText(body: unknown): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

type Problem = NonNullable<AnyAnswer['problem']>
