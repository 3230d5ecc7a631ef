import type { Database } from '../../database.ts'

export { down } from '../forward-only.ts'

export async function up(db: Database): Promise<void> {
  await db.schema.alterTable('work_ledger_entries', (table) => {
    // The agents that cost most, as the entry shows them, and how many more there are.
    table.jsonb('agents')
    table.smallint('more_agents')
    // How many operations have an AI model and no cost; null where none has.
    table.smallint('without_cost')
  })
  await db.schema.alterTable('work_ledger_days', (table) => {
    table.bigInteger('without_cost').notNullable().defaultTo(0)
  })
  // What each agent and each AI model did of an entry. It stays when a review replaces the entry.
  await db.schema.createTable('work_ledger_shares', (table) => {
    table.text('instance_id').notNullable()
    table.text('entry_id').notNullable()
    table.smallint('position').notNullable()
    table.text('agent_id')
    table.text('agent_name')
    table.text('ai_model')
    // Each entry is counted by the first of its shares that have the same agent, and that have the same AI model.
    table.boolean('counts_for_agent').notNullable()
    table.boolean('counts_for_ai_model').notNullable()
    table.integer('operations').notNullable()
    table.decimal('active_time', null).notNullable()
    table.decimal('cost', null).notNullable()
    table.integer('without_cost').notNullable()
    for (const tokens of ['input_tokens', 'cached_input_tokens', 'cache_write_tokens', 'output_tokens'])
      table.bigInteger(tokens).notNullable()
    table.timestamp('created_at', { precision: 3 }).notNullable()
    table.primary(['instance_id', 'entry_id', 'position'])
    // With the last column, a list of the entries of an agent reads nothing but the index.
    const ofAgent = ['instance_id', 'agent_id', 'created_at', 'entry_id', 'counts_for_agent']
    table.index(ofAgent, 'work_ledger_shares_by_agent')
    table.index(['instance_id', 'ai_model', 'created_at', 'entry_id'], 'work_ledger_shares_by_ai_model')
  })
}
