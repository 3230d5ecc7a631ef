import type { Database } from '../../database.ts'

export { down } from '../forward-only.ts'

export async function up(db: Database): Promise<void> {
  // Traces of OpenTelemetry that wait for more spans, and for some minutes those that do not any more.
  await db.schema.createTable('waiting_traces', (table) => {
    table.text('instance_id').notNullable()
    table.text('trace_id').notNullable()
    table.timestamp('first_at', { precision: 3 }).notNullable()
    table.timestamp('last_at', { precision: 3 }).notNullable()
    table.integer('spans').notNullable()
    // Whether a span names the execution, and whether the root has come or a span says how the execution ended.
    table.boolean('is_named').notNullable()
    table.boolean('has_ended').notNullable()
    // The subject of whoever sent the span that names the execution.
    table.text('reported_by')
    // When a job took it: from then on nothing is added.
    table.timestamp('closed_at', { precision: 3 })
    table.primary(['instance_id', 'trace_id'])
  })
  await db.schema.createTable('waiting_spans', (table) => {
    table.text('instance_id').notNullable()
    table.text('trace_id').notNullable()
    table.text('span_id').notNullable()
    // What an entry needs of it, and no message.
    table.jsonb('span').notNullable()
    table.primary(['instance_id', 'trace_id', 'span_id'])
  })
}
