// The same tests, in which each operation meets every bad token, every stranger and every reason to refuse.
process.env['EVERY_CALLER'] = '1'
await import('./every-operation.test.ts')
