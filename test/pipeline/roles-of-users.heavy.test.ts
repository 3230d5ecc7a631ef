// The same tests with every operation, and with more administrators that get in each other's way.
process.env['EVERY_OPERATION'] = '1'
await import('./roles-of-users.test.ts')
