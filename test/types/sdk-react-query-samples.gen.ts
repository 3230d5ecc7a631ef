// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Queries, ServiceQueries } from '../../sdk/src/react-query/index.ts'

export const querySamples = (queries: Queries, serviceQueries: ServiceQueries) => ({
  use0() {
    const { data, error } = useQuery(serviceQueries.instances.list({ sort: 'name,asc' }))
  },
  use1() {
    const { data, fetchNextPage } = useInfiniteQuery(serviceQueries.instances.listInfinite({ sort: 'name,asc' }))
  },
  use2() {
    const { data, error } = useQuery(queries.me())
  },
  use3() {
    const { data, error } = useQuery(queries.users.list({ username: 'ada' }))
  },
  use4() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.users.listInfinite({ username: 'ada' }))
  },
  use5() {
    const { mutate } = useMutation(queries.users.create())
    mutate({
      body: {
        username: 'ada',
        email: 'ada@example.com',
        name: 'Ada',
        familyName: 'Lovelace',
        roles: ['Manager'],
        temporaryPassword: 'correct-horse-battery',
      },
    })
  },
  use6() {
    const { mutate, data } = useMutation(queries.users.createWithVersion())
    mutate({
      body: {
        username: 'ada',
        email: 'ada@example.com',
        name: 'Ada',
        familyName: 'Lovelace',
        roles: ['Manager'],
        temporaryPassword: 'correct-horse-battery',
      },
    })
  },
  use7() {
    const { mutate } = useMutation(queries.users.createMany())
    mutate({
      body: {
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
      },
    })
  },
  use8() {
    const { data, error } = useQuery(queries.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
  },
  use9() {
    const { data, error } = useQuery(queries.users.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
  },
  use10() {
    const { mutate } = useMutation(queries.users.update())
    mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', body: { enabled: false } })
  },
  use11() {
    const { mutate, data } = useMutation(queries.users.updateWithVersion())
    mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', body: { enabled: false } })
  },
  use12() {
    const { mutate } = useMutation(queries.users.delete())
    mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11' })
  },
  use13() {
    const { data, error } = useQuery(queries.users.getAccount('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
  },
  use14() {
    const { data, error } = useQuery(queries.agents.list({ type: 'AI' }))
  },
  use15() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.agents.listInfinite({ type: 'AI' }))
  },
  use16() {
    const { mutate } = useMutation(queries.agents.create())
    mutate({
      body: {
        name: 'Grace Hopper',
        type: 'HUMAN',
        active: true,
        capabilities: ['customer support', 'leadership'],
        priority: 'medium',
      },
    })
  },
  use17() {
    const { mutate, data } = useMutation(queries.agents.createWithVersion())
    mutate({
      body: {
        name: 'Grace Hopper',
        type: 'HUMAN',
        active: true,
        capabilities: ['customer support', 'leadership'],
        priority: 'medium',
      },
    })
  },
  use18() {
    const { data, error } = useQuery(queries.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
  },
  use19() {
    const { data, error } = useQuery(queries.agents.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
  },
  use20() {
    const { mutate } = useMutation(queries.agents.update())
    mutate({
      agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21',
      body: {
        name: 'Grace Hopper',
        type: 'HUMAN',
        active: true,
        capabilities: ['customer support', 'leadership'],
        priority: 'medium',
      },
    })
  },
  use21() {
    const { mutate, data } = useMutation(queries.agents.updateWithVersion())
    mutate({
      agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21',
      body: {
        name: 'Grace Hopper',
        type: 'HUMAN',
        active: true,
        capabilities: ['customer support', 'leadership'],
        priority: 'medium',
      },
    })
  },
  use22() {
    const { mutate } = useMutation(queries.agents.delete())
    mutate({ agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21' })
  },
  use23() {
    const { data, error } = useQuery(queries.agents.work.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { from: '2026-11-01' }))
  },
  use24() {
    const { data, error } = useQuery(queries.integrations.list({ type: 'SALESFORCE' }))
  },
  use25() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.integrations.listInfinite({ type: 'SALESFORCE' }))
  },
  use26() {
    const { mutate } = useMutation(queries.integrations.create())
    mutate({
      body: {
        name: 'Support workspace',
        description: 'Posts hand-overs to the support channel.',
        type: 'SLACK',
        metadata: { botToken: 'your-bot-token' },
      },
    })
  },
  use27() {
    const { mutate, data } = useMutation(queries.integrations.createWithVersion())
    mutate({
      body: {
        name: 'Support workspace',
        description: 'Posts hand-overs to the support channel.',
        type: 'SLACK',
        metadata: { botToken: 'your-bot-token' },
      },
    })
  },
  use28() {
    const { mutate } = useMutation(queries.integrations.testUnsaved())
    mutate({
      body: {
        type: 'SLACK',
        metadata: {},
        integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
      },
    })
  },
  use29() {
    const { data, error } = useQuery(queries.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
  },
  use30() {
    const { data, error } = useQuery(queries.integrations.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
  },
  use31() {
    const { mutate } = useMutation(queries.integrations.update())
    mutate({
      integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
      body: {
        name: 'Support workspace',
        description: 'Posts hand-overs to the support channel.',
        type: 'SLACK',
        metadata: { botToken: 'your-bot-token' },
      },
    })
  },
  use32() {
    const { mutate, data } = useMutation(queries.integrations.updateWithVersion())
    mutate({
      integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
      body: {
        name: 'Support workspace',
        description: 'Posts hand-overs to the support channel.',
        type: 'SLACK',
        metadata: { botToken: 'your-bot-token' },
      },
    })
  },
  use33() {
    const { mutate } = useMutation(queries.integrations.delete())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use34() {
    const { mutate } = useMutation(queries.integrations.test())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use35() {
    const { data, error } = useQuery(queries.integrations.lastTest.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
  },
  use36() {
    const { mutate } = useMutation(queries.integrations.enable())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use37() {
    const { mutate, data } = useMutation(queries.integrations.enableWithVersion())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use38() {
    const { mutate } = useMutation(queries.integrations.disable())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use39() {
    const { mutate, data } = useMutation(queries.integrations.disableWithVersion())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use40() {
    const { data, error } = useQuery(queries.integrationTypes.list({ group: 'crm_sales' }))
  },
  use41() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.integrationTypes.listInfinite({ group: 'crm_sales' }))
  },
  use42() {
    const { data, error } = useQuery(queries.integrationTypes.get('SLACK'))
  },
  use43() {
    const { data, error } = useQuery(queries.workLedger.list({ search: 'refund' }))
  },
  use44() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.workLedger.listInfinite({ search: 'refund' }))
  },
  use45() {
    const { data, error } = useQuery(queries.workLedger.summarise({ search: 'refund' }))
  },
  use46() {
    const { data, error } = useQuery(queries.workLedger.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41'))
  },
  use47() {
    const { data, error } = useQuery(queries.workLedger.operations.list('refund-48-1177', { sort: 'position,asc' }))
  },
  use48() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.workLedger.operations.listInfinite('refund-48-1177', { sort: 'position,asc' }))
  },
  use49() {
    const { mutate } = useMutation(queries.workLedger.review())
    mutate({
      entryId: 'refund-48-1177',
      body: { policyStatus: 'compliant', reason: 'The policy was checked by phone.' },
    })
  },
  use50() {
    const { mutate } = useMutation(queries.executions.reportMany())
    mutate({
      body: [
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
      ],
    })
  },
  use51() {
    const { data, error } = useQuery(queries.modelPrices.list({ model: 'claude-sonnet-4-5' }))
  },
  use52() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.modelPrices.listInfinite({ model: 'claude-sonnet-4-5' }))
  },
  use53() {
    const { mutate } = useMutation(queries.modelPrices.set())
    mutate({
      body: {
        model: 'claude-sonnet-4-5',
        validFrom: '2026-11-01',
        input: 3,
        cachedInput: 0.3,
        cacheWrite: 3.75,
        output: 15,
      },
    })
  },
  use54() {
    const { mutate } = useMutation(queries.modelPrices.delete())
    mutate({ priceId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71' })
  },
  use55() {
    const { data, error } = useQuery(queries.mcpAccess.get())
  },
  use56() {
    const { data, error } = useQuery(queries.mcpAccess.getWithVersion())
  },
  use57() {
    const { mutate } = useMutation(queries.mcpAccess.set())
    mutate({
      body: { operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false },
    })
  },
  use58() {
    const { mutate, data } = useMutation(queries.mcpAccess.setWithVersion())
    mutate({
      body: { operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false },
    })
  },
  use59() {
    const { data, error } = useQuery(queries.twuModels.list({ name: 'refund' }))
  },
  use60() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.listInfinite({ name: 'refund' }))
  },
  use61() {
    const { mutate } = useMutation(queries.twuModels.create())
    mutate({
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use62() {
    const { mutate } = useMutation(queries.twuModels.evaluate())
    mutate({
      body: {
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
      },
    })
  },
  use63() {
    const { data, error } = useQuery(queries.twuModels.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51'))
  },
  use64() {
    const { mutate } = useMutation(queries.twuModels.publish())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51' })
  },
  use65() {
    const { mutate, data } = useMutation(queries.twuModels.publishWithVersion())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51' })
  },
  use66() {
    const { mutate } = useMutation(queries.executions.report())
    mutate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      body: {
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
    })
  },
  use67() {
    const { data, error } = useQuery(queries.twuModels.versions.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
  },
  use68() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.versions.listInfinite('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
  },
  use69() {
    const { mutate } = useMutation(queries.twuModels.versions.create())
    mutate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use70() {
    const { mutate, data } = useMutation(queries.twuModels.versions.createWithVersion())
    mutate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use71() {
    const { data, error } = useQuery(queries.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
  },
  use72() {
    const { data, error } = useQuery(queries.twuModels.versions.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
  },
  use73() {
    const { mutate } = useMutation(queries.twuModels.versions.update())
    mutate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      version: 1,
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use74() {
    const { mutate, data } = useMutation(queries.twuModels.versions.updateWithVersion())
    mutate({
      modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
      version: 1,
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use75() {
    const { mutate } = useMutation(queries.twuModels.versions.archive())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
  },
  use76() {
    const { mutate, data } = useMutation(queries.twuModels.versions.archiveWithVersion())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
  },
  use77() {
    const { data, error } = useQuery(queries.twuModels.versions.compare('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, 2))
  },
  use78() {
    const { mutate } = useMutation(queries.twuModels.versions.backtest())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
  },
  use79() {
    const { data, error } = useQuery(queries.changes.list({ resourceType: 'agent' }))
  },
  use80() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.changes.listInfinite({ resourceType: 'agent' }))
  },
  use81() {
    const { data, error } = useQuery(queries.changes.get(4711))
  },
  use82() {
    const { data, error } = useQuery(queries.webhooks.list({ sort: 'createdAt,desc' }))
  },
  use83() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.webhooks.listInfinite({ sort: 'createdAt,desc' }))
  },
  use84() {
    const { mutate } = useMutation(queries.webhooks.create())
    mutate({
      body: {
        url: 'https://hooks.example.com/instance-admin',
        events: ['integration.broken', 'integration.recovered'],
        description: 'Tells the people on call',
        enabled: true,
      },
    })
  },
  use85() {
    const { data, error } = useQuery(queries.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61'))
  },
  use86() {
    const { data, error } = useQuery(queries.webhooks.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61'))
  },
  use87() {
    const { mutate } = useMutation(queries.webhooks.update())
    mutate({
      webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
      body: {
        url: 'https://hooks.example.com/instance-admin',
        events: ['integration.broken', 'integration.recovered'],
        description: 'Tells the people on call',
        enabled: true,
      },
    })
  },
  use88() {
    const { mutate, data } = useMutation(queries.webhooks.updateWithVersion())
    mutate({
      webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
      body: {
        url: 'https://hooks.example.com/instance-admin',
        events: ['integration.broken', 'integration.recovered'],
        description: 'Tells the people on call',
        enabled: true,
      },
    })
  },
  use89() {
    const { mutate } = useMutation(queries.webhooks.delete())
    mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
  },
  use90() {
    const { mutate } = useMutation(queries.webhooks.rotateSecret())
    mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
  },
  use91() {
    const { mutate } = useMutation(queries.webhooks.test())
    mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
  },
  use92() {
    const { mutate } = useMutation(queries.webhooks.replay())
    mutate({
      webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
      body: { from: 4700, to: 4720 },
    })
  },
  use93() {
    const { data, error } = useQuery(queries.webhooks.deliveries.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' }))
  },
  use94() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.webhooks.deliveries.listInfinite('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' }))
  },
  use95() {
    const { mutate } = useMutation(queries.webhooks.deliveries.redeliver())
    mutate({
      webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
      deliveryId: '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61',
    })
  },
})
