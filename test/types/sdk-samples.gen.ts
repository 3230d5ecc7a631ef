// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type { Client, Resources } from '../../sdk/src/index.ts'

export const samples = {
  async listInstances(client: Client) {
    for await (const instance of client.instances.list({ sort: 'name,asc' })) {
      console.log(instance)
    }
  },
  async getMe(acme: Resources) {
    const me = await acme.me()
  },
  async listUsers(acme: Resources) {
    for await (const user of acme.users.list({ username: 'ada' })) {
      console.log(user)
    }
  },
  async createUser(acme: Resources) {
    const user = await acme.users.create({
      username: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      familyName: 'Lovelace',
      roles: ['Manager'],
      temporaryPassword: 'correct-horse-battery',
    })
  },
  async createUsers(acme: Resources) {
    const userBatchResult = await acme.users.createMany({
      users: [
        {
          username: 'grace',
          email: 'grace@example.com',
          name: 'Grace',
          familyName: 'Hopper',
          roles: ['Editor'],
          temporaryPassword: 'correct-horse-battery',
        },
        {
          username: 'charles',
          email: 'charles@example.com',
          name: 'Charles',
          temporaryPassword: 'correct-horse-battery',
        },
      ],
    })
  },
  async getUser(acme: Resources) {
    const user = await acme.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
  },
  async updateUser(acme: Resources) {
    const { version } = await acme.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11').withResponse()
    const user = await acme.users.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { enabled: false }, { ifMatch: version })
  },
  async deleteUser(acme: Resources) {
    await acme.users.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
  },
  async getUserAccount(acme: Resources) {
    const userAccount = await acme.users.getAccount('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
  },
  async listAgents(acme: Resources) {
    for await (const agent of acme.agents.list({ type: 'AI' })) {
      console.log(agent)
    }
  },
  async createAgent(acme: Resources) {
    const agent = await acme.agents.create({
      name: 'Grace Hopper',
      type: 'HUMAN',
      active: true,
      capabilities: ['customer support', 'leadership'],
      priority: 'medium',
    })
  },
  async getAgent(acme: Resources) {
    const agent = await acme.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21')
  },
  async updateAgent(acme: Resources) {
    const { version } = await acme.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21').withResponse()
    const agent = await acme.agents.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21', {
      name: 'Grace Hopper',
      type: 'HUMAN',
      active: true,
      capabilities: ['customer support', 'leadership'],
      priority: 'medium',
    }, { ifMatch: version })
  },
  async deleteAgent(acme: Resources) {
    await acme.agents.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21')
  },
  async getAgentWork(acme: Resources) {
    const agentWork = await acme.agents.work.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { from: '2026-11-01' })
  },
  async listIntegrations(acme: Resources) {
    for await (const integration of acme.integrations.list({ type: 'SALESFORCE' })) {
      console.log(integration)
    }
  },
  async createIntegration(acme: Resources) {
    const integration = await acme.integrations.create({
      name: 'Support workspace',
      description: 'Posts hand-overs to the support channel.',
      type: 'SLACK',
      metadata: { botToken: 'your-bot-token' },
    })
  },
  async testUnsavedIntegration(acme: Resources) {
    const connectionTestReport = await acme.integrations.testUnsaved({
      type: 'SLACK',
      metadata: {},
      integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
    })
  },
  async getIntegration(acme: Resources) {
    const integration = await acme.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async updateIntegration(acme: Resources) {
    const { version } = await acme.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31').withResponse()
    const integration = await acme.integrations.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31', {
      name: 'Support workspace',
      description: 'Posts hand-overs to the support channel.',
      type: 'SLACK',
      metadata: { botToken: 'your-bot-token' },
    }, { ifMatch: version })
  },
  async deleteIntegration(acme: Resources) {
    await acme.integrations.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async testIntegration(acme: Resources) {
    const connectionTest = await acme.integrations.test('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async getLastTest(acme: Resources) {
    const connectionTestReport = await acme.integrations.lastTest.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async enableIntegration(acme: Resources) {
    const integration = await acme.integrations.enable('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async disableIntegration(acme: Resources) {
    const integration = await acme.integrations.disable('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
  },
  async listIntegrationTypes(acme: Resources) {
    for await (const integrationType of acme.integrationTypes.list({ group: 'crm_sales' })) {
      console.log(integrationType)
    }
  },
  async getIntegrationType(acme: Resources) {
    const integrationType = await acme.integrationTypes.get('SLACK')
  },
  async listWorkLedgerEntries(acme: Resources) {
    for await (const workLedgerEntry of acme.workLedger.list({ search: 'refund' })) {
      console.log(workLedgerEntry)
    }
  },
  async summariseWorkLedger(acme: Resources) {
    const workLedgerSummary = await acme.workLedger.summarise({ search: 'refund' })
  },
  async exportWorkLedger(acme: Resources) {
    const file = await acme.workLedger.export({ search: 'refund' })
  },
  async getWorkLedgerEntry(acme: Resources) {
    const workLedgerEntry = await acme.workLedger.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41')
  },
  async listWorkLedgerOperations(acme: Resources) {
    for await (const workLedgerOperation of acme.workLedger.operations.list('refund-48-1177', { sort: 'position,asc' })) {
      console.log(workLedgerOperation)
    }
  },
  async reviewWorkLedgerEntry(acme: Resources) {
    const workLedgerEntry = await acme.workLedger.review('refund-48-1177', { policyStatus: 'compliant', reason: 'The policy was checked by phone.' })
  },
  async reportExecutions(acme: Resources) {
    const executionBatchResult = await acme.executions.reportMany([
      {
        modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
        id: 'refund-48-1177',
        title: 'Refund order 48-1177',
        description: 'Checked the order against the refund policy and paid the amount back.',
        status: 'completed',
        entityId: 'order-48-1177',
        relatedEntity: 'Order 48-1177',
        startedAt: '2026-11-20T08:14:03.120Z',
        operations: [
          {
            action: 'checkPolicy',
            actor: 'AI',
            activeTime: 1.2,
            cost: 0.02,
            startedAt: '2026-11-20T08:14:03.120Z',
          },
          {
            action: 'payRefund',
            actor: 'HUMAN',
            activeTime: 156.7,
            cost: 0.4,
            startedAt: '2026-11-20T08:14:20.000Z',
          },
        ],
      },
      {
        modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
        id: 'refund-48-1178',
        title: 'Refund order 48-1177',
        description: 'Checked the order against the refund policy and paid the amount back.',
        status: 'completed',
        entityId: 'order-48-1178',
        relatedEntity: 'Order 48-1177',
        startedAt: '2026-11-20T08:14:03.120Z',
        operations: [
          {
            action: 'checkPolicy',
            actor: 'AI',
            activeTime: 1.2,
            cost: 0.02,
            startedAt: '2026-11-20T08:14:03.120Z',
          },
          {
            action: 'payRefund',
            actor: 'HUMAN',
            activeTime: 156.7,
            cost: 0.4,
            startedAt: '2026-11-20T08:14:20.000Z',
          },
        ],
      },
    ])
  },
  async listModelPrices(acme: Resources) {
    for await (const modelPrice of acme.modelPrices.list({ model: 'claude-sonnet-4-5' })) {
      console.log(modelPrice)
    }
  },
  async setModelPrice(acme: Resources) {
    const modelPrice = await acme.modelPrices.set({
      model: 'claude-sonnet-4-5',
      validFrom: '2026-11-01',
      input: 3,
      cachedInput: 0.3,
      cacheWrite: 3.75,
      output: 15,
    })
  },
  async deleteModelPrice(acme: Resources) {
    await acme.modelPrices.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71')
  },
  async getMcpAccess(acme: Resources) {
    const assistantAccess = await acme.mcpAccess.get()
  },
  async setMcpAccess(acme: Resources) {
    const { version } = await acme.mcpAccess.get().withResponse()
    const assistantAccess = await acme.mcpAccess.set({ operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false }, { ifMatch: version })
  },
  async listTwuModels(acme: Resources) {
    for await (const twuModelSummary of acme.twuModels.list({ name: 'refund' })) {
      console.log(twuModelSummary)
    }
  },
  async createTwuModel(acme: Resources) {
    const twuModel = await acme.twuModels.create({
      name: 'Ticket triage',
      description: 'Sends tickets to the right queue.',
      entities: [{ name: 'ticket' }],
    })
  },
  async evaluateTwuModel(acme: Resources) {
    const twuEvaluation = await acme.twuModels.evaluate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      version: 1,
      operations: [
        {
          action: 'checkPolicy',
          actor: 'AI',
          startedAt: '2026-11-21T09:30:00.000Z',
          activeTime: 12,
          cost: 0.04,
        },
        {
          action: 'payRefund',
          actor: 'AI',
          startedAt: '2026-11-21T09:31:00.000Z',
          activeTime: 3,
          cost: 0.01,
        },
      ],
    })
  },
  async getTwuModel(acme: Resources) {
    const twuModel = await acme.twuModels.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51')
  },
  async publishTwuModel(acme: Resources) {
    const twuModelVersion = await acme.twuModels.publish('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51')
  },
  async reportExecution(acme: Resources) {
    const workLedgerEntry = await acme.executions.report('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', {
      id: 'refund-48-1177',
      title: 'Refund order 48-1177',
      description: 'Checked the order against the refund policy and paid the amount back.',
      status: 'completed',
      entityId: 'order-48-1177',
      relatedEntity: 'Order 48-1177',
      startedAt: '2026-11-20T08:14:03.120Z',
      operations: [
        {
          action: 'checkPolicy',
          actor: 'AI',
          activeTime: 1.2,
          cost: 0.02,
          startedAt: '2026-11-20T08:14:03.120Z',
        },
        {
          action: 'payRefund',
          actor: 'HUMAN',
          activeTime: 156.7,
          cost: 0.4,
          startedAt: '2026-11-20T08:14:20.000Z',
        },
      ],
    })
  },
  async listTwuModelVersions(acme: Resources) {
    for await (const twuModelVersion of acme.twuModels.versions.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' })) {
      console.log(twuModelVersion)
    }
  },
  async createTwuModelVersion(acme: Resources) {
    const twuModelVersion = await acme.twuModels.versions.create('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', {
      name: 'Ticket triage',
      description: 'Sends tickets to the right queue.',
      entities: [{ name: 'ticket' }],
    })
  },
  async getTwuModelVersion(acme: Resources) {
    const twuModelVersion = await acme.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1)
  },
  async updateTwuModelVersion(acme: Resources) {
    const { version } = await acme.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1).withResponse()
    const twuModelVersion = await acme.twuModels.versions.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, {
      name: 'Ticket triage',
      description: 'Sends tickets to the right queue.',
      entities: [{ name: 'ticket' }],
    }, { ifMatch: version })
  },
  async archiveTwuModelVersion(acme: Resources) {
    const twuModelVersion = await acme.twuModels.versions.archive('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1)
  },
  async compareTwuModelVersions(acme: Resources) {
    const twuComparison = await acme.twuModels.versions.compare('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, 2)
  },
  async backtestTwuModelVersion(acme: Resources) {
    const twuBacktest = await acme.twuModels.versions.backtest('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, { search: 'refund' })
  },
  async listChanges(acme: Resources) {
    for await (const change of acme.changes.list({ resourceType: 'agent' })) {
      console.log(change)
    }
  },
  async streamChanges(acme: Resources) {
    for await (const event of acme.changes.watch({ after: '4711-6edf7e7b' })) {
      console.log(event)
    }
  },
  async getChange(acme: Resources) {
    const change = await acme.changes.get(4711)
  },
  async listWebhooks(acme: Resources) {
    for await (const webhook of acme.webhooks.list({ sort: 'createdAt,desc' })) {
      console.log(webhook)
    }
  },
  async createWebhook(acme: Resources) {
    const webhookWithSecret = await acme.webhooks.create({
      url: 'https://hooks.example.com/instance-admin',
      events: ['integration.broken', 'integration.recovered'],
      description: 'Tells the people on call',
      enabled: true,
    })
  },
  async getWebhook(acme: Resources) {
    const webhook = await acme.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
  },
  async updateWebhook(acme: Resources) {
    const { version } = await acme.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61').withResponse()
    const webhook = await acme.webhooks.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', {
      url: 'https://hooks.example.com/instance-admin',
      events: ['integration.broken', 'integration.recovered'],
      description: 'Tells the people on call',
      enabled: true,
    }, { ifMatch: version })
  },
  async deleteWebhook(acme: Resources) {
    await acme.webhooks.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
  },
  async rotateWebhookSecret(acme: Resources) {
    const webhookWithSecret = await acme.webhooks.rotateSecret('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
  },
  async testWebhook(acme: Resources) {
    const webhookDelivery = await acme.webhooks.test('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
  },
  async replayWebhook(acme: Resources) {
    const webhookReplay = await acme.webhooks.replay('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { from: 4700, to: 4720 })
  },
  async listWebhookDeliveries(acme: Resources) {
    for await (const webhookDelivery of acme.webhooks.deliveries.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' })) {
      console.log(webhookDelivery)
    }
  },
  async redeliverWebhook(acme: Resources) {
    const webhookDelivery = await acme.webhooks.deliveries.redeliver('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61')
  },
}
