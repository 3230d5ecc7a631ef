import { listFlows, runFlows } from './run-flows.ts'
import { requireConfig } from '../../server/config/config.ts'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { fail, failWithoutService } from '../../server/commands/fail.ts'
import { runCommand } from '../../server/commands/run-command.ts'

const usage = `Runs the flows of spec/flows with real calls against the running service of this folder, and checks every answer.

  npm run flows

Needs the server of this folder to run (npm start). The flows use the instance demo.`

await runCommand(main, { usage, options: {} })

async function main(): Promise<number> {
  const { dataDir, port } = requireConfig(process.env)
  const instanceId = 'demo'
  const baseUrl = `http://127.0.0.1:${port}`
  if (!(await isAnswered(baseUrl))) return failWithoutService(port)
  const token = await fetchDevToken({ dataDir, roles: ['Administrator'], instanceId })
  if (!token.ok) return fail(token.message)

  const target = { baseUrl, instanceId, token: token.token }
  const { ok, output } = await runFlows(await listFlows(), target)
  console.log(output)
  return ok ? 0 : fail('A flow failed: the step and what it expected are marked with ✗ above.')
}

/** True as soon as the server answers at all, with any status. */
async function isAnswered(url: string): Promise<boolean> {
  return await fetch(url).then(
    () => true,
    () => false,
  )
}
