import { expect, test } from 'vitest'
import { createClient } from '../../sdk/src/index.ts'
import { human, summariser } from '../helpers/data/agents.ts'
import { nginxPath, startNginx } from '../helpers/programs/nginx.ts'
import { startTestService } from '../helpers/service.ts'

const compresses = 'gzip on; gzip_min_length 1; gzip_proxied any; gzip_types application/json;'

test.skipIf(nginxPath === null)(
  'behind an nginx that compresses, callers change what they have read, and hold it (skipped where nginx is missing)',
  async () => {
    const service = await startTestService()
    const nginx = await startNginx(nginxPath ?? '', [Number(new URL(service.baseUrl).port)], compresses)
    try {
      const authorization = `Bearer ${await service.token('Administrator')}`
      const { agents } = createClient({ baseUrl: nginx.url, token: () => service.token('Administrator') }).instance(
        'acme',
      )
      const data = await agents.create(summariser)
      const send = (method: string, headers: Record<string, string>, body?: object) =>
        fetch(`${nginx.url}/instances/acme/agents/${data.id}`, {
          method,
          headers: { authorization, 'content-type': 'application/json', ...headers },
          body: body ? JSON.stringify(body) : null,
        })
      const read = await send('GET', {})
      expect(read.headers.get('content-encoding')).toBe('gzip')
      const tag = read.headers.get('etag') ?? ''
      expect(tag).toBe('W/"1"')
      expect((await send('GET', { 'if-none-match': tag })).status).toBe(304)
      expect((await send('PUT', { 'if-match': tag }, human)).status).toBe(200)
      expect((await send('PUT', { 'if-match': tag }, summariser)).status).toBe(412)
      expect((await send('DELETE', { 'if-match': tag })).status).toBe(412)

      const after = await agents.get(data.id).withResponse()
      expect(after.version).toBe(after.data.etag)
      await agents.update(data.id, summariser, { ifMatch: after.version })
      const late = agents.delete(data.id, { ifMatch: after.version })
      await expect(late).rejects.toMatchObject({ code: 'precondition_failed' })
    } finally {
      await nginx.close()
      await service.close()
    }
  },
)
