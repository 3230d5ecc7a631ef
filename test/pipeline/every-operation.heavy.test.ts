// The same tests, in which each operation meets every bad token and every stranger.
process.env['CALLER_SHARE'] = '1'
await import('./every-operation.test.ts')
