import type { TestService } from '../service.ts'

/** Stores a row again, with another value in one column. For what takes long to make by the API. */
export async function copyRow(
  { db }: Pick<TestService, 'db'>,
  table: string,
  column: string,
  from: string,
  to: string,
): Promise<void> {
  const names = await db('information_schema.columns')
    .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER' })
    .pluck<string[]>('column_name')
  const others = names.filter((name) => name !== column)
  const list = others.join(', ')
  await db.raw(`insert into ${table} (${column}, ${list}) select ?, ${list} from ${table} where ${column} = ?`, [
    to,
    from,
  ])
}
