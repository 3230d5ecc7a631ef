import type { OAuth2Auth, OAuth2Client } from '../../../../contract/integration-types.ts'
import { classifyToken } from '../classify.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { memberOf, textOf } from '../json.ts'
import { sendRequest } from '../request.ts'
import { fill, fillAll, fillUrl, keysIn, serviceName } from '../template.ts'
import type { Authenticated, TestContext } from './context.ts'

/**
 * Requests a token as an OAuth 2 client, with the scheme's grant, the type's scope and parameters, and the client's proof.
 */
export function oauth2(auth: OAuth2Auth, context: TestContext): Promise<Authenticated> {
  const { clientAuth, clientId, clientSecret, scope, extraParams } = auth
  const parameters = fillAll(
    { ...grantOf(auth), ...(scope !== undefined && { scope }), ...extraParams },
    context.values,
  )
  const id = fill(clientId, context.values) ?? ''
  const secret = fill(clientSecret, context.values) ?? ''
  const client = [clientId, clientSecret]
  const parts: Parts = { invalid_client: client, invalid_client_id: [clientId], invalid_grant: grantOf(auth) }
  switch (clientAuth) {
    case 'body':
      return requestToken(auth, { ...parameters, client_id: id, client_secret: secret }, {}, context, parts)
    case 'basic':
      return requestToken(auth, parameters, basicHeader(id, secret), context, parts)
    case 'basic_urlencoded': {
      const header = basicHeader(encodeURIComponent(id), encodeURIComponent(secret))
      return requestToken(auth, parameters, header, context, parts)
    }
    default:
      return clientAuth satisfies never
  }
}

/** The header of HTTP Basic (RFC 7617), in UTF-8. */
export function basicHeader(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** The templates of the parameters that belong to the scheme. */
function grantOf(auth: OAuth2Auth): Record<string, string> {
  switch (auth.scheme) {
    // RFC 6749, section 4.4: the client signs in as itself.
    case 'oauth2_client_credentials':
      return { grant_type: 'client_credentials' }
    // RFC 6749, section 4.3: the client signs in with a user's name and password.
    case 'oauth2_password':
      return { grant_type: 'password', username: auth.username, password: auth.password }
    // RFC 6749, section 6: the client exchanges a long-lived refresh token for a short-lived access token.
    case 'oauth2_refresh_token':
      return { grant_type: 'refresh_token', refresh_token: auth.refreshToken }
    // RFC 7523, section 2.1, with an assertion that the vendor issued for the user.
    case 'oauth2_jwt_bearer_static':
      return { grant_type: auth.grantType, assertion: auth.assertion }
    default:
      return auth satisfies never
  }
}

/**
 * Posts `parameters` to the token URL and turns the token into the Authorization header of the test request. `parts` are the
 * templates that the error codes of RFC 6749, section 5.2, are about.
 */
export async function requestToken(
  endpoint: TokenEndpoint,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  context: TestContext,
  parts: Parts = {},
): Promise<Authenticated> {
  const url = fillUrl(endpoint.tokenUrl, context.values)
  if (url === null) return { outcome: 'invalid_configuration' }

  const answer = await sendRequest(
    {
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': serviceName,
        ...headers,
      },
      body: new URLSearchParams(parameters).toString(),
    },
    context.outbound,
  )
  if ('failure' in answer) return answer
  const outcome = classifyToken(answer, context.type.test)
  if (outcome === null) return readToken(answer.body, endpoint)
  const error = textOf(memberOf(parseJson(answer.body), 'error')) ?? ''
  return { outcome, blamed: Object.hasOwn(parts, error) ? keysIn(parts[error]) : [] }
}

function readToken(
  body: string,
  { header = 'authorization', headerFormat = 'Bearer {token}', exposes = [] }: TokenEndpoint,
): Authenticated {
  const json = parseJson(body)
  const member = (name: string): string => textOf(memberOf(json, name)) ?? ''
  // A function as replacement, because `$` in a replacement text has a special meaning.
  const value = headerFormat.replace('{token}', () => member('access_token'))
  const token = Object.fromEntries(exposes.map((name) => [name, member(name)]))
  return { sign: () => ({ [header]: value }), token }
}

type Parts = Readonly<Record<string, unknown>>
type TokenEndpoint = Pick<OAuth2Client, 'tokenUrl' | 'header' | 'headerFormat' | 'exposes'>
