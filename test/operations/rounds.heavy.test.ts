// The same tests with five times as many inputs, and with all their cases.
process.env['ROUNDS'] = '5'
await import('./exportWorkLedger.test.ts')
await import('./getMe.test.ts')
await import('./listAgents.test.ts')
await import('./listIntegrationTypes.test.ts')
await import('./listIntegrations.test.ts')
await import('./listTwuModels.test.ts')
await import('./listUsers.test.ts')
await import('./listWebhookDeliveries.test.ts')
await import('./listWebhooks.test.ts')
await import('./listWorkLedgerEntries.test.ts')
await import('./summariseWorkLedger.test.ts')
