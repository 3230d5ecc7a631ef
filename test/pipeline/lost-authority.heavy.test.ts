// The same tests, also with the accounts of Keycloak.
process.env['EVERY_DIRECTORY'] = '1'
await import('./lost-authority.test.ts')
