import { writeProblem } from '../../../contract/rules/problems.ts'
import { contract } from './contract.gen.ts'
import type { AnyAnswer } from './operation.ts'

/** The response as the service would send it. The response to a HEAD has no body. */
export function toResponse(
  { status, headers = {}, problem, mediaType = 'application/json', body }: AnyAnswer,
  requestId: string,
  { method, path }: { method: string; path: string },
): Response {
  const title = contract.titles[problem?.code ?? ''] ?? 'The test server does not do this.'
  const content = problem ? writeProblem({ status, ...problem }, { title, path, requestId }) : body
  const contentType = problem ? 'application/problem+json' : mediaType
  const text = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
  return new Response(method === 'HEAD' ? null : text, {
    status,
    headers: {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      ...(text !== undefined && { 'Content-Type': `${contentType}; charset=utf-8` }),
      ...headers,
    },
  })
}
