// The same tests with five times as many inputs.
process.env['ROUNDS'] = '5'
await import('./contract/integration-types.test.ts')
await import('./contract/json-text.test.ts')
