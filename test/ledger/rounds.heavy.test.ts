// The same tests with thirteen times as many inputs.
process.env['ROUNDS'] = '13'
await import('./agents-of-work.test.ts')
await import('./traces.test.ts')
