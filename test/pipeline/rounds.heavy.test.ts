// The same tests with twenty-five times as many inputs.
process.env['ROUNDS'] = '25'
await import('./large-pages.test.ts')
await import('./pagination.test.ts')
