// The lock file brings its own Node; where its install was skipped, npm scripts run on the host's, which may be older.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `This needs Node 24, and runs on ${process.version}. The project brings one along:\n` +
      `run "npm ci" again without --omit=optional and --ignore-scripts, or install Node 24.`,
  )
  process.exit(1)
}
