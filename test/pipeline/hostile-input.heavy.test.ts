// The same tests with twenty times as many inputs.
process.env['HOSTILE_ROUNDS'] = '20'
await import('./hostile-input.test.ts')
