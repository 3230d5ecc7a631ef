// The same test with twenty-five times as many inputs.
process.env['ROUNDS'] = '25'
await import('./same-refusals.test.ts')
await import('./tools-of-callers.test.ts')
