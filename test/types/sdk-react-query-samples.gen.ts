// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Queries } from '../../sdk/src/react-query/index.ts'

export const querySamples = (queries: Queries) => ({
  use0() {
    const { data, error } = useQuery(queries.me())
  },
  use1() {
    const { data, error } = useQuery(queries.users.list({ username: 'ada' }))
  },
  use2() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.users.listInfinite({ username: 'ada' }))
  },
  use3() {
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
  use4() {
    const { data, error } = useQuery(queries.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
  },
  use5() {
    const { data, error } = useQuery(queries.users.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
  },
  use6() {
    const { mutate } = useMutation(queries.users.update())
    mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', body: { enabled: false } })
  },
  use7() {
    const { data, error } = useQuery(queries.agents.list({ type: 'AI' }))
  },
  use8() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.agents.listInfinite({ type: 'AI' }))
  },
  use9() {
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
  use10() {
    const { data, error } = useQuery(queries.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
  },
  use11() {
    const { data, error } = useQuery(queries.agents.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
  },
  use12() {
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
  use13() {
    const { mutate } = useMutation(queries.agents.delete())
    mutate({ agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21' })
  },
  use14() {
    const { data, error } = useQuery(queries.integrations.list({ type: 'SALESFORCE' }))
  },
  use15() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.integrations.listInfinite({ type: 'SALESFORCE' }))
  },
  use16() {
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
  use17() {
    const { data, error } = useQuery(queries.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
  },
  use18() {
    const { data, error } = useQuery(queries.integrations.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
  },
  use19() {
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
  use20() {
    const { mutate } = useMutation(queries.integrations.delete())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use21() {
    const { mutate } = useMutation(queries.integrations.test())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use22() {
    const { mutate } = useMutation(queries.integrations.enable())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use23() {
    const { mutate } = useMutation(queries.integrations.disable())
    mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
  },
  use24() {
    const { data, error } = useQuery(queries.integrationTypes.list({ group: 'crm_sales' }))
  },
  use25() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.integrationTypes.listInfinite({ group: 'crm_sales' }))
  },
  use26() {
    const { data, error } = useQuery(queries.integrationTypes.get('SLACK'))
  },
  use27() {
    const { data, error } = useQuery(queries.workLedger.list({ search: 'refund' }))
  },
  use28() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.workLedger.listInfinite({ search: 'refund' }))
  },
  use29() {
    const { data, error } = useQuery(queries.workLedger.summarise({ search: 'refund' }))
  },
  use30() {
    const { data, error } = useQuery(queries.workLedger.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41'))
  },
  use31() {
    const { data, error } = useQuery(queries.twuModels.list({ name: 'refund' }))
  },
  use32() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.listInfinite({ name: 'refund' }))
  },
  use33() {
    const { mutate } = useMutation(queries.twuModels.create())
    mutate({
      body: {
        name: 'Ticket triage',
        description: 'Sends tickets to the right queue.',
        entities: [{ name: 'ticket' }],
      },
    })
  },
  use34() {
    const { data, error } = useQuery(queries.twuModels.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51'))
  },
  use35() {
    const { mutate } = useMutation(queries.twuModels.publish())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51' })
  },
  use36() {
    const { data, error } = useQuery(queries.twuModels.versions.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
  },
  use37() {
    const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.versions.listInfinite('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
  },
  use38() {
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
  use39() {
    const { data, error } = useQuery(queries.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
  },
  use40() {
    const { data, error } = useQuery(queries.twuModels.versions.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
  },
  use41() {
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
  use42() {
    const { mutate } = useMutation(queries.twuModels.versions.archive())
    mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
  },
})
