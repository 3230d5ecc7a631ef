import { readConfig, type Config } from './config.ts'
import { startService } from './service.ts'

const read = readConfig(process.env)
if (!read.ok) {
  console.error(
    ['The configuration has problems:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'),
  )
  process.exit(1)
}

const started = await startService(read.config)
if (!started.ok) {
  console.error(started.message)
  process.exit(1)
}
if (!read.config.production) console.log(greet(read.config, started.baseUrl, started.issuer))

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    // A second signal ends the process at once, as Node does without a handler.
    void started.stop().then(() => process.exit(0))
  })
}

function greet({ oidc }: Config, baseUrl: string, issuer: string): string {
  return [
    '',
    `  Instance administration   ${baseUrl}`,
    `  Docs                      ${baseUrl}/docs`,
    ...(oidc.issuer
      ? [`  Tokens from               ${issuer}`]
      : [
          `  Token for instance demo   npm run token -- --role Editor`,
          `  See it work               npm run demo`,
        ]),
    '',
  ].join('\n')
}
