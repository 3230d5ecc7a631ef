// The same tests with more administrators that get in each other's way.
process.env['PAIRS'] = '60'
await import('./roles-of-users.test.ts')
