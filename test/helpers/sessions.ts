import type { Knex } from 'knex'

/** Opens that many connections at once and returns the process numbers of their sessions. */
export async function fill(db: Knex, count: number): Promise<number[]> {
  const transactions = await Promise.all(Array.from({ length: count }, () => db.transaction()))
  const sessions = transactions.map(async (one) => {
    const { rows }: { rows: { pid: number }[] } = await one.raw('select pg_backend_pid() as pid')
    await one.rollback()
    return rows.map(({ pid }) => pid)
  })
  return (await Promise.all(sessions)).flat()
}
