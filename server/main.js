// Plain JavaScript: an older Node cannot read TypeScript, and would answer with a stack instead of this sentence.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(`The service needs Node 24, and this is ${process.version}: install it, or run the image.\n`)
  process.exit(1)
}
await import('./main.ts')
