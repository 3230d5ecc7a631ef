// The same comparisons, with the mock.
process.env['ROUNDS'] = '20'
await import('./same-answers.test.ts')
