export interface Scenario {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** The expected status of the answer. */
  status: number
}

/** The measured requests, in the instance `demo`. The benchmark compares all others with the first. */
export function createScenarios(agentId: string): [Scenario, ...Scenario[]] {
  return [
    { name: 'createAgent', method: 'POST', path: agents, body: agent, status: 201 },
    ...integrationInputs.map((body): Scenario => ({
      name: `createIntegration ${body.type}`,
      method: 'POST',
      path: integrations,
      body,
      status: 201,
    })),
    { name: 'getAgent', method: 'GET', path: `${agents}/${agentId}`, status: 200 },
    { name: 'listAgents, 20 of them', method: 'GET', path: `${agents}?size=20`, status: 200 },
    { name: 'createAgent, 400', method: 'POST', path: agents, body: { ...agent, model: 1 }, status: 400 },
    {
      name: 'createIntegration, 422',
      method: 'POST',
      path: integrations,
      body: { ...integrationInputs[0], metadata: {} },
      status: 422,
    },
  ]
}

const agents = '/instances/demo/agents'
const integrations = '/instances/demo/integrations'

export const agent = {
  name: 'Summariser',
  type: 'AI',
  active: true,
  capabilities: ['summarization', 'translation'],
  model: 'claude-sonnet-4-5',
  priority: 'high',
  metadata: { team: 'support' },
}

/** In this order: one secret; a host and a secret; two secrets; a choice; a key of several lines. */
const integrationInputs = [
  { name: 'Workspace', type: 'SLACK', metadata: { botToken: 'not-a-real-token-1' } },
  {
    name: 'Help desk',
    type: 'ZENDESK',
    metadata: { subdomain: 'acme', email: 'agent@example.com', apiToken: 'not-a-real-token-1' },
  },
  {
    name: 'Contact center',
    type: 'AMAZON_CONNECT',
    metadata: {
      instanceId: '11111111-2222-3333-4444-555555555555',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'not-a-real-key-1',
      sessionToken: 'not-a-real-token-1',
      region: 'eu-central-1',
    },
  },
  {
    name: 'Own system',
    type: 'HTTP',
    metadata: { baseUrl: 'https://api.example.com', authType: 'bearer', token: 'not-a-real-token-1' },
  },
  {
    name: 'Warehouse',
    type: 'GOOGLE_BIGQUERY',
    metadata: {
      projectId: 'acme-analytics',
      serviceAccountEmail: 'reader@acme-analytics.iam.gserviceaccount.com',
      privateKey: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(1600)}\n-----END PRIVATE KEY-----\n`,
    },
  },
]
