// The same tests with twenty times as many inputs.
process.env['ROUNDS'] = '20'
await import('./compare.test.ts')
await import('./evaluate.test.ts')
await import('./other-implementation.test.ts')
