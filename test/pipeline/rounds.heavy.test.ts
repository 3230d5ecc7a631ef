// With twenty-five times as many inputs as there are in npm test, which leaves the large pages to this file.
process.env['ROUNDS'] = '25'
await import('./large-pages.ts')
await import('./pagination.test.ts')
