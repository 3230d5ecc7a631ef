import type { WebhookInput } from '../../../sdk/src/index.ts'
import type { RequestOptions, TestService } from '../service.ts'
import { succeed } from '../succeed.ts'

export function webhookInput(values: Partial<WebhookInput> = {}): WebhookInput {
  return { url: 'https://hooks.example.test/in', events: ['agent.created'], enabled: true, ...values }
}

/** Creates, reads and replaces webhooks of `acme`. Every function throws when the call fails. */
export function webhooks(service: TestService) {
  const { webhooks } = service.keyless()
  return {
    create: (values: Partial<WebhookInput> = {}) => succeed(webhooks.create(webhookInput(values))),
    read: (id: string) => succeed(webhooks.get(id)),
    replace: (id: string, values: Partial<WebhookInput>) => succeed(webhooks.update(id, webhookInput(values))),
    /** An instance has 20 at most. */
    deleteAll: () => service.db('webhooks').delete(),
    send: (path: string, options: RequestOptions = {}) =>
      service.request(`/instances/acme/webhooks${path}`, { method: 'POST', ...options }),
  }
}
