/**
 * What a program does with the SDK, however it was loaded. Prints what it saw as JSON.
 * @param {typeof import('@instance-admin/sdk')
 *   & typeof import('@instance-admin/sdk/raw')
 *   & typeof import('@instance-admin/sdk/reporter')
 *   & typeof import('@instance-admin/sdk/testing')
 *   & typeof import('@instance-admin/sdk/react-query')} sdk
 */
async function useSdk({ createClient, createQueries, createRawClient, createReporter, createTestServer, isApiError }) {
  const { BASE_URL: baseUrl = '', TOKEN: token = '', AGENT: name = '' } = process.env
  const client = createClient({ baseUrl, token })
  const acme = client.instance('acme')

  const agent = await acme.agents.create({ name, type: 'HUMAN', active: true })
  await acme.agents.create({ name: `${name} again`, type: 'HUMAN', active: true })
  const listed = []
  for await (const { name } of acme.agents.list({ size: 1 })) listed.push(name)
  const error = await acme.agents.get('nobody').catch((/** @type {unknown} */ error) => error)
  const failure = isApiError(error, 'agents.get') && { code: error.code, message: error.message }

  const { response } = await createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
    params: { path: { instanceId: 'acme', agentId: agent.id } },
  })
  const { signal } = new AbortController()
  const queried = await createQueries(client, 'acme')
    .agents.list({ name: `${name} again` })
    .queryFn({ signal })
  const { fetch } = createTestServer({ instances: { acme: { agents: [{ name: 'In memory' }] } } })
  const inMemory = await createClient({ baseUrl: 'https://admin.test', token, fetch }).instance('acme').agents.list()

  const watched = []
  const following = createClient({ baseUrl: 'https://admin.test', token, fetch }).instance('acme').changes.watch()
  for await (const { type } of following) if (watched.push(type)) break

  const dropped = []
  const reporter = createReporter(acme, { onDropped: (_report, { code }) => dropped.push(code) })
  const execution = reporter.start({ modelId: 'none', title: name, entityId: 'order-1', relatedEntity: 'Order 1' })
  execution.did({ action: 'checkPolicy', actor: 'AI' })
  execution.complete()
  await reporter.close()

  const names = (/** @type {{ name: string }[]} */ items) => items.map(({ name }) => name)
  const doors = {
    raw: response.status,
    reactQuery: names(queried.items),
    testing: names(inMemory.items),
    watched,
    dropped,
  }
  process.stdout.write(JSON.stringify({ created: agent.name, listed, failure, doors }))
}

module.exports = { useSdk }
