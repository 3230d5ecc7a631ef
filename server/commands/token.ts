import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { fetchDevToken } from '../identity/dev-token.ts'
import { isRole, roles } from '../identity/roles.ts'
import { fail } from './fail.ts'

const usage = `Prints an access token of the development identity provider, good for one hour.

  npm run --silent token -- --role <role> [--instance <id>]

  --role      ${roles.join(', ')}
  --instance  the instance that the token is for (default: demo)
  --help      this text`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => fail(String(error)))

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options.ok) return fail(options.message)
  const { help, role, instance } = options.values
  if (help) {
    console.log(usage)
    return 0
  }
  if (role === undefined || !isRole(role)) return fail(`--role must be one of: ${roles.join(', ')}`)

  const read = readConfig(process.env)
  if (!read.ok) return fail(read.problems.join('\n'))
  const { dataDir, oidc } = read.config
  if (oidc.issuer) return fail(`OIDC_ISSUER is set: ask ${oidc.issuer} for a token, or unset it.`)
  const result = await fetchDevToken({ dataDir, role, instanceId: instance })
  if (!result.ok) return fail(result.message)
  console.log(result.token)
  return 0
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        role: { type: 'string' },
        instance: { type: 'string', default: 'demo' },
        help: { type: 'boolean', default: false },
      },
    })
    return { ok: true as const, values }
  } catch (error) {
    return {
      ok: false as const,
      message: `${error instanceof Error ? error.message : String(error)}\n\n${usage}`,
    }
  }
}
