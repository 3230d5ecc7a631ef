// The same tests with every fault.
process.env['FAULT_SHARE'] = '1'
await import('./same-answers.test.ts')
