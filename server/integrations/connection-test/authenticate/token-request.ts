import type { OAuth2Client } from '../../../../contract/integration-types.ts'
import { classifyToken } from '../classify.ts'
import { memberOf, parseJson, textOf } from '../json.ts'
import { sendRequest } from '../request.ts'
import { fill, fillAll, fillUrl, SERVICE } from '../template.ts'
import { basicAuthorization } from './basic.ts'
import type { Authenticated, AuthStage } from './stage.ts'

/** Asks for a token as an OAuth 2 client: `grant`, the type's scope and parameters, and the client's own proof. */
export function requestClientToken(
  client: OAuth2Client,
  grant: Readonly<Record<string, string>>,
  stage: AuthStage,
): Promise<Authenticated> {
  const id = fill(client.clientId, stage.values) ?? ''
  const secret = fill(client.clientSecret, stage.values) ?? ''
  const scope = client.scope === undefined ? {} : { scope: client.scope }
  const parameters = { ...grant, ...fillAll({ ...scope, ...client.extraParams }, stage.values) }
  if (client.clientAuth === 'body') {
    return requestToken(client, { ...parameters, client_id: id, client_secret: secret }, {}, stage)
  }
  const authorization =
    client.clientAuth === 'basic_urlencoded'
      ? basicAuthorization(encodeURIComponent(id), encodeURIComponent(secret))
      : basicAuthorization(id, secret)
  return requestToken(client, parameters, { authorization }, stage)
}

/** Posts `parameters` to the token URL and turns the token into the Authorization header of the test request. */
export async function requestToken(
  endpoint: TokenEndpoint,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  stage: AuthStage,
): Promise<Authenticated> {
  const url = fillUrl(endpoint.tokenUrl, stage.values)
  if (url === undefined) return { outcome: 'invalid_configuration' }

  const answer = await sendRequest(
    {
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': SERVICE,
        ...headers,
      },
      body: new URLSearchParams(parameters).toString(),
    },
    stage.line,
  )
  if ('failure' in answer) return answer
  const outcome = classifyToken(answer, stage.type.test)
  return outcome === undefined ? readToken(answer.body, endpoint) : { outcome }
}

function readToken(
  body: string,
  { headerFormat = 'Bearer {token}', exposes = [] }: TokenEndpoint,
): Authenticated {
  const json = parseJson(body)
  const member = (name: string): string => textOf(memberOf(json, name)) ?? ''
  // As a function: a "$" in the token is no replacement pattern.
  const authorization = headerFormat.replace('{token}', () => member('access_token'))
  const token = Object.fromEntries(exposes.map((name) => [name, member(name)]))
  return { sign: () => ({ authorization }), token }
}

type TokenEndpoint = Pick<OAuth2Client, 'tokenUrl' | 'headerFormat' | 'exposes'>
