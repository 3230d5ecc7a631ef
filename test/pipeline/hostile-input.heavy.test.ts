// The same tests with eight times as many inputs.
process.env['HOSTILE_ROUNDS'] = '4'
await import('./hostile-input.test.ts')
