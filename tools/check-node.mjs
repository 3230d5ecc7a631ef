import { existsSync } from 'node:fs'

// npm ci installs Node 24 as a package. Without its install script, npm scripts run on the host's Node, which may be older.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `This needs Node 24, and runs on ${process.version}. The project brings one along:\n` +
      `run "npm ci" again without --omit=optional and --ignore-scripts, or install Node 24.`,
  )
  process.exit(1)
}

const isServer = process.env['npm_lifecycle_event'] === 'prestart'
if (!isServer && !existsSync(new URL('../node_modules/vitest', import.meta.url))) {
  console.error('This needs the development dependencies, too. Stop the server if one runs, and run: npm ci')
  process.exit(1)
}
