import { requireConfig } from '../server/config/config.ts'
import { fetchDevToken } from '../workshop/identity-provider/dev-token.ts'
import { callerRoles, isCallerRole } from '../contract/rules/roles.ts'
import { fail } from '../server/commands/fail.ts'
import { runCommand } from '../server/commands/run-command.ts'

const usage = `Prints an access token of the development identity provider. The token is valid for one hour.

  npm run --silent token -- --role <role> [--role <role>] [--instance <id>]

  --role      ${callerRoles.join(', ')}; several give a token with all of them
  --instance  the instance that the token opens (default: demo)
  --help      this text`

await runCommand(main, {
  usage,
  options: { role: { type: 'string', multiple: true }, instance: { type: 'string', default: 'demo' } },
})

async function main({ role: roles, instance }: { role?: string[]; instance: string }): Promise<number> {
  if (roles === undefined || !roles.every(isCallerRole))
    return fail(`--role must be one of: ${callerRoles.join(', ')}\n\n${usage}`)

  const { dataDir, oidcIssuer } = requireConfig(process.env)
  if (oidcIssuer) return fail(`OIDC_ISSUER is set: ask ${oidcIssuer} for a token, or unset it.`)
  const result = await fetchDevToken({ dataDir, roles, instanceId: instance })
  if (!result.ok) return fail(result.message)
  console.log(result.token)
  return 0
}
