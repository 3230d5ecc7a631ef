// The same tests with twenty-five times as many inputs.
process.env['ROUNDS'] = '25'
await import('./agents-of-work.test.ts')
await import('./traces.test.ts')
