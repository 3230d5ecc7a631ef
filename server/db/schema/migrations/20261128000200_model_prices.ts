import type { Database } from '../../database.ts'

export { down } from '../forward-only.ts'

export async function up(db: Database): Promise<void> {
  await db.schema.createTable('model_prices', (table) => {
    table.text('instance_id').notNullable().references('instances.id')
    table.text('id').notNullable()
    table.text('model').notNullable()
    table.date('valid_from').notNullable()
    // Of a million tokens.
    for (const price of ['input', 'cached_input', 'cache_write', 'output']) table.decimal(price, null).notNullable()
    table.integer('revision').notNullable().defaultTo(1)
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(db.fn.now())
    table.timestamp('updated_at', { precision: 3 }).notNullable().defaultTo(db.fn.now())
    table.primary(['instance_id', 'id'])
    table.unique(['instance_id', 'model', 'valid_from'])
    table.index(['instance_id', db.raw('(lower(model) collate "C")'), 'id'], 'model_prices_model')
  })
}
