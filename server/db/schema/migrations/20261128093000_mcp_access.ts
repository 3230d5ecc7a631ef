import type { Database } from '../../database.ts'

export { down } from '../forward-only.ts'

export async function up(db: Database): Promise<void> {
  // What assistants may change in an instance; no row until somebody sets it.
  await db.schema.createTable('mcp_access', (table) => {
    table.text('instance_id').primary().references('instances.id')
    // The same in every row, for records of changes.
    table.text('id').notNullable()
    table.specificType('operations', 'text[]').notNullable()
    table.boolean('deletes').notNullable()
    table.integer('revision').notNullable().defaultTo(1)
    table.timestamp('updated_at', { precision: 3 }).notNullable().defaultTo(db.fn.now())
  })
}
