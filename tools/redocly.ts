import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs Redocly's command line in the project's folder, without telemetry and without its search for a newer version. */
export async function runRedocly(
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return await new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [commandLine, ...args],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        maxBuffer: 16 * 1024 * 1024,
        env: {
          ...process.env,
          ...variables,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, output: `${stdout}${stderr}` })
      },
    )
    child.once('error', reject)
  })
}

const commandLine = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
