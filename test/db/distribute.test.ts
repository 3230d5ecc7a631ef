import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { sortKeyOf } from '../../server/db/query/pages.ts'
import { distribute } from '../../server/db/schema/distribute.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { insertAgent, listAgents } from '../../server/db/agents.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { createEmptyCitusDatabase } from '../helpers/programs/postgres.ts'
import { summariser } from '../helpers/data/agents.ts'

describe.skipIf(citusUrl === undefined)('on Citus', () => {
  test('tables with rows are distributed, every row stays, and a second call finds nothing to do', async () => {
    const { url, drop } = await createEmptyCitusDatabase(inject('databaseUrl'))
    const db = openDatabase({ url, poolSize: 2, acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 })
    await migrate({ url })
    for (const id of ['acme', 'other']) {
      await insertInstance(db, { id, name: id })
      for (const agent of ['a', 'b']) await insertAgent(db, serviceOrigin(id, 'test'), agent, summariser)
    }
    const first = await distribute(db)
    expect(first).toMatchObject({ ok: true, workers: 2 })
    expect(first.ok && first.tables).toContain('agents')
    expect(await distribute(db)).toEqual({ ok: true, workers: 2, tables: [] })
    const page = {
      size: 20,
      offset: 0,
      after: null,
      total: null,
      descending: false,
      sort: sortKeyOf('name'),
    }
    for (const id of ['acme', 'other']) expect((await listAgents(db, id, {}, page)).rows).toHaveLength(2)
    await db.destroy()
    await drop()
  })

  test('a foreign key still holds after its tables were distributed', async () => {
    const { url, drop } = await createEmptyCitusDatabase(inject('databaseUrl'))
    const db = openDatabase({ url, poolSize: 1, acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 })
    await migrate({ url })
    await distribute(db)
    await expect(insertAgent(db, serviceOrigin('nowhere', 'test'), 'a', summariser)).rejects.toThrow(/foreign key/)
    await db.destroy()
    await drop()
  })
})
