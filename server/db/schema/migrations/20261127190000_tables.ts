import type { Knex } from 'knex'
import type { Database } from '../../database.ts'

export { down } from '../forward-only.ts'

/**
 * Every primary key, unique constraint and foreign key begins with the instance, so that tenants can be distributed over a
 * distributed PostgreSQL without a change.
 */
export async function up(db: Database): Promise<void> {
  await createFunctions(db)
  await createInstances(db)
  await createUsers(db)
  await createAccounts(db)
  await createAgents(db)
  await createIntegrations(db)
  await createTwuModels(db)
  await createWorkLedger(db)
  await createBesideWorkLedger(db)
  await createChanges(db)
  await createWebhooks(db)
  await createRequests(db)
}

async function createFunctions(db: Database): Promise<void> {
  await db.raw(`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    -- Texts are searched, and names are compared, in Unicode's NFKC, so that different encodings of one text are equal. Texts
    -- of ASCII take a third of the time without it. Without "strict", because PostgreSQL would not inline a strict function
    -- with a case.
    create function folded(text) returns text language sql immutable parallel safe
      return case when octet_length($1) = length($1) then lower($1) else lower(upper(normalize($1, nfkc))) end;

    -- Removes invisible characters: soft hyphens, joiners, marks of direction, fillers, variation selectors, tags.
    create function comparable(text) returns text language sql immutable strict parallel safe
      return folded(regexp_replace($1, '[\\u0001-\\u001F\\u007F-\\u009F\\u2800\\uE000-\\uF8FF\\uFFF9-\\uFFFC\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E'
        '\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A'
        '\\U000E0000-\\U000E0FFF]', '', 'g'));

    -- The form in which the ledger is searched: every ASCII sign becomes a letter, since pg_trgm's index ignores all
    -- characters that are neither letter nor digit. (With a million entries, "order order" took 1.1 s without letters for
    -- signs, 0.1 s with them. One translate() of all signs would be shorter, but takes three times as long.)
    create function searchable(text) returns text language sql immutable strict parallel safe
      return ${signs.reduce(
        (text, sign) => `replace(${text}, ${quote(sign)}, ${quote(toLetter(sign))})`,
        'lower(upper(normalize($1, nfkc)))',
      )};
  `)
}

async function createInstances(db: Database): Promise<void> {
  await db.schema.createTable('instances', (table) => {
    table.text('id').primary()
    table.text('name').notNullable()
    table.enu('status', ['active', 'suspended', 'deleting']).notNullable().defaultTo('active')
    table.integer('ledger_retention_days').checkPositive()
    table.integer('change_retention_days').defaultTo(400).checkPositive()
    time(table, 'created_at').notNullable().defaultTo(db.fn.now())
  })
  // What was deleted with an instance: the number of rows of each table. Its id is never given again.
  await db.schema.createTable('deleted_instances', (table) => {
    table.text('id').primary()
    table.jsonb('row_counts').notNullable().defaultTo('{}')
    time(table, 'begun_at').notNullable().defaultTo(db.fn.now())
    // Null while rows may be left.
    time(table, 'deleted_at')
  })
}

async function createUsers(db: Database): Promise<void> {
  await db.schema.createTable('users', (table) => {
    ofInstance(table).references('instances.id')
    table.text('id').notNullable()
    table.text('username').notNullable()
    table.text('email').notNullable()
    table.text('name').notNullable()
    table.text('middle_name')
    table.text('family_name')
    table.boolean('enabled').notNullable().defaultTo(true)
    table.specificType('roles', 'text[]').notNullable().defaultTo('{}')
    // The account at the identity provider, where its id is not the user's own.
    table.text('account_id')
    // Whether users of several instances have the account (D-32). Only an operator's command writes it.
    table.boolean('account_shared').notNullable().defaultTo(false)
    versioned(table, db)
    table.primary(['instance_id', 'id'])
    table.check(`roles <@ array['Viewer', 'Manager', 'Administrator', 'Editor']`)
    table.index(['instance_id', 'updated_at', 'id'], 'users_updated_at')
    table.index(['instance_id', 'created_at', 'id'], 'users_created_at')
  })
  // The username and the email address of each user: nobody else of the instance signs in with them.
  await db.schema.createTable('user_sign_in_names', (table) => {
    ofInstance(table)
    table.text('name').notNullable()
    table.text('user_id').notNullable()
    table.primary(['instance_id', 'name'])
    table.foreign(['instance_id', 'user_id']).references(['instance_id', 'id']).inTable('users')
    table.index(['instance_id', 'user_id'], 'user_sign_in_names_user')
  })
}

async function createAccounts(db: Database): Promise<void> {
  // Of the embedded identity provider, which writes them before their user. Sessions count since sessions_from.
  await db.schema.createTable('user_credentials', (table) => {
    ofInstance(table)
    table.text('user_id').notNullable()
    table.text('password_hash').notNullable()
    table.boolean('must_change').notNullable()
    time(table, 'sessions_from')
    time(table, 'updated_at').notNullable().defaultTo(db.fn.now())
    table.primary(['instance_id', 'user_id'])
  })
  // Users whose account is being changed, or has to be (E-48).
  await db.schema.createTable('account_syncs', (table) => {
    ofInstance(table).references('instances.id')
    table.text('user_id').notNullable()
    table.text('username').notNullable()
    table.enu('state', ['leased', 'outdated', 'pending']).notNullable()
    table.text('lease_id')
    time(table, 'acquired_at').notNullable()
    time(table, 'due_at').notNullable()
    table.integer('attempts').notNullable().defaultTo(1)
    table.boolean('sets_enabled').notNullable()
    // The shared account that has to be opened or closed, also when its user is gone.
    table.text('shared_account_id')
    // By which a deleted user's account is found, where the provider has another name for it than the user had.
    table.text('account_id')
    // Since when the two sides of an account do not agree.
    time(table, 'since').notNullable().defaultTo(db.fn.now())
    table.primary(['instance_id', 'user_id'])
    table.check(`(lease_id is null) = (state = 'pending')`)
    table.index(['due_at'], 'account_syncs_due')
  })
}

async function createAgents(db: Database): Promise<void> {
  await db.schema.createTable('agents', (table) => {
    ofInstance(table).references('instances.id')
    table.text('id').notNullable()
    table.text('name').notNullable()
    table.enu('type', ['AI', 'HUMAN']).notNullable()
    table.boolean('active').notNullable()
    table.specificType('capabilities', 'text[]').notNullable()
    table.text('model')
    table.enu('priority', ['high', 'medium', 'low'])
    table.jsonb('metadata').notNullable()
    // How large the row is as JSON, so that a page ends before it is too large without a look at what makes it large.
    generated(table, 'bytes', 'integer', 'octet_length(metadata::text)')
    versioned(table, db)
    table.primary(['instance_id', 'id'])
    indexForLists(table, db, 'agents')
  })
}

async function createIntegrations(db: Database): Promise<void> {
  await db.schema.createTable('integrations', (table) => {
    ofInstance(table).references('instances.id')
    table.text('id').notNullable()
    table.text('name').notNullable()
    table.text('description')
    table.text('type').notNullable()
    table.jsonb('metadata').notNullable()
    table.jsonb('secrets').notNullable()
    table.date('secrets_expire_at')
    // The day of the secrets' end of which a record has told.
    table.date('flagged_expiry')
    table.enu('status', ['active', 'inactive', 'connecting', 'error']).notNullable()
    table.boolean('is_healthy').notNullable().defaultTo(false)
    time(table, 'last_health_check')
    // Of the last test, what lists show, and the rest beside it.
    table.jsonb('last_test')
    table.jsonb('last_test_details')
    table.smallint('failed_checks').notNullable().defaultTo(0)
    time(table, 'next_check_at').notNullable().defaultTo(db.fn.now())
    generated(table, 'bytes', 'integer', 'octet_length(metadata::text)')
    versioned(table, db)
    table.primary(['instance_id', 'id'])
    indexForLists(table, db, 'integrations')
    // For the search for due checks, which covers all instances.
    const isActive = db.whereRaw(`status <> 'inactive'`)
    table.index(['next_check_at'], 'integrations_next_check_at', { predicate: isActive })
  })
}

async function createTwuModels(db: Database): Promise<void> {
  const statuses = ['DRAFT', 'published', 'archived']
  await db.schema.createTable('twu_models', (table) => {
    ofInstance(table).references('instances.id')
    table.text('id').notNullable()
    table.text('name').notNullable()
    table.text('description').notNullable()
    table.enu('status', statuses).notNullable()
    table.integer('latest_version').notNullable()
    table.integer('draft_version')
    table.integer('published_version')
    // The newest version that is no discarded draft.
    table.integer('shown_version').notNullable().defaultTo(1)
    versioned(table, db)
    table.primary(['instance_id', 'id'])
    indexForLists(table, db, 'twu_models')
  })
  await db.schema.createTable('twu_model_versions', (table) => {
    ofInstance(table)
    table.text('model_id').notNullable()
    table.integer('version').notNullable()
    table.enu('status', statuses).notNullable()
    table.text('name').notNullable()
    table.text('description').notNullable()
    const definitions = ['entities', 'actions', 'events', 'outcomes']
    for (const definition of definitions) table.jsonb(definition).notNullable()
    for (const rule of ['policies', 'cases']) table.jsonb(rule).notNullable().defaultTo('[]')
    const bytes = definitions.map((definition) => `octet_length(${definition}::text)`)
    generated(table, 'bytes', 'integer', bytes.join(' + '))
    // Of the policies and cases. Writers set it.
    table.integer('rule_bytes').notNullable().defaultTo(0)
    versioned(table, db)
    time(table, 'published_at')
    time(table, 'archived_at')
    table.primary(['instance_id', 'model_id', 'version'])
    table.foreign(['instance_id', 'model_id']).references(['instance_id', 'id']).inTable('twu_models')
    // A model has at most one draft, also when two callers create one at the same time.
    const isDraft = db.whereRaw(`status = 'DRAFT'`)
    table.unique(['instance_id', 'model_id'], { indexName: 'twu_model_versions_one_draft', predicate: isDraft })
  })
}

async function createWorkLedger(db: Database): Promise<void> {
  // Without a foreign key to instances, which would be checked for every row: writers of entries lock the instance anyway.
  await db.schema.createTable('work_ledger_entries', (table) => {
    ofInstance(table)
    table.text('id').notNullable()
    table.text('title').notNullable()
    table.text('description').notNullable()
    table.text('type').notNullable()
    table.enu('status', ['completed', 'in_progress', 'pending', 'failed']).notNullable()
    table.text('entity_id').notNullable()
    table.text('related_entity').notNullable()
    table.enu('actors', ['AI', 'HUMAN', 'HYBRID']).notNullable()
    table.decimal('active_time', null).notNullable()
    table.decimal('cost', null).notNullable()
    table.enu('policy_status', ['compliant', 'non_compliant', 'review_required']).notNullable()
    table.text('model_name').notNullable()
    time(table, 'created_at').notNullable()
    time(table, 'updated_at').notNullable()
    // The result of searchable() has no space, so no search matches across two texts.
    const searched = ['title', 'description', 'id', 'entity_id', 'related_entity'].map((text) => `searchable(${text})`)
    generated(table, 'searched', 'text', searched.join(` || ' ' || `))
    // Of the execution that reported the entry.
    table.text('model_id')
    table.integer('model_version')
    time(table, 'started_at')
    table.jsonb('outcomes')
    table.specificType('missed_policies', 'text[]')
    table.text('reported_by')
    table.jsonb('review')
    table.primary(['instance_id', 'id'])
  })
  // The index for filters and searches is created in work-ledger-search-index.ts.
  await db.raw(`
    -- The planner estimates a search by statistics. The default target of 100 does not tell rare from common words.
    alter table work_ledger_entries alter column searched set statistics 1000;
    -- Without statistics the planner expects a day for every entry, and adds up all entries in one process.
    create statistics work_ledger_entries_days
      on ((created_at at time zone 'UTC')::date) from work_ledger_entries;
    create index work_ledger_entries_by_created_at
      on work_ledger_entries (instance_id, created_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index work_ledger_entries_by_updated_at
      on work_ledger_entries (instance_id, updated_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index work_ledger_entries_by_cost
      on work_ledger_entries (instance_id, cost, id)
      include (status, type, policy_status, actors, model_name, active_time, created_at, updated_at);
    create index work_ledger_entries_by_active_time
      on work_ledger_entries (instance_id, active_time, id)
      include (status, type, policy_status, actors, model_name, cost, created_at, updated_at);
  `)
}

async function createBesideWorkLedger(db: Database): Promise<void> {
  // What an execution reported, apart from the entries, which lists and searches read.
  await db.schema.createTable('executions', (table) => {
    ofInstance(table)
    table.text('id').notNullable()
    table.text('sent').notNullable()
    table.jsonb('operations').notNullable()
    table.integer('bytes').notNullable()
    table.primary(['instance_id', 'id'])
  })
  // Sums of entries by day and by every value by which summaries group, so that a summary reads some thousand rows for a
  // million entries. The sums of all days together are stored as day -infinity. Decimals stay exact when entries are added
  // and subtracted.
  await db.schema.createTable('work_ledger_days', (table) => {
    ofInstance(table).references('instances.id')
    table.date('day').notNullable()
    const values = ['model_name', 'type', 'status', 'policy_status', 'actors']
    for (const value of values) table.text(value).notNullable()
    table.bigInteger('entries').notNullable()
    table.decimal('cost', null).notNullable()
    table.decimal('active_time', null).notNullable()
    table.primary(['instance_id', 'day', ...values])
  })
  await db.schema.createTable('work_ledger_imports', (table) => {
    ofInstance(table).references('instances.id')
    table.text('source').notNullable()
    const counts = ['byte_offset', 'line', 'inserted', 'updated', 'unchanged', 'rejected']
    for (const count of counts) table.bigInteger(count).notNullable()
    time(table, 'updated_at').notNullable().defaultTo(db.fn.now())
    table.primary(['instance_id', 'source'])
  })
}

async function createChanges(db: Database): Promise<void> {
  // The number of an instance's last change has a row of its own: the row in instances is locked by imports.
  await db.schema.createTable('change_heads', (table) => {
    table.text('instance_id').primary().references('instances.id')
    table.bigInteger('sequence').notNullable()
    // The highest number whose record is no longer kept.
    table.bigInteger('expired').notNullable().defaultTo(0)
  })
  await db.raw('alter table change_heads set (fillfactor = 50)')
  // Without a foreign key and without checks, which cost each change a tenth of its time. A record comes with its head in one
  // transaction, and the head refers to the instance: a deletion of the instance that meets a late change begins again, with
  // the heads, which come before the records.
  await db.schema.createTable('changes', (table) => {
    ofInstance(table)
    table.bigInteger('sequence').notNullable()
    time(table, 'at').notNullable().defaultTo(db.fn.now())
    table.text('kind').notNullable()
    table.text('resource_type').notNullable()
    table.text('resource_id').notNullable()
    table.text('resource_name')
    // Of a TWU model.
    table.integer('version')
    table.text('operation').notNullable()
    table.text('actor_type').notNullable()
    table.text('actor_id')
    table.text('actor_name')
    table.text('request_id')
    table.integer('revision_before')
    table.integer('revision_after')
    // The row before and after the change, without secrets.
    table.jsonb('before')
    table.jsonb('after')
    // Pointers to what was changed and is not kept: secrets, and values that were erased later.
    table.specificType('secrets', 'text[]').notNullable().defaultTo('{}')
    table.specificType('erased', 'text[]')
    const bytes = ['before', 'after'].map((row) => `coalesce(octet_length(${row}::text), 0)`)
    generated(table, 'bytes', 'integer', bytes.join(' + '))
    table.primary(['instance_id', 'sequence'])
    table.index(['instance_id', 'resource_type', 'resource_id', 'sequence'], 'changes_resource')
    table.index(['instance_id', 'actor_id', 'sequence'], 'changes_actor', { predicate: db.whereNotNull('actor_id') })
    table.index(['instance_id', 'at'], 'changes_at')
  })
}

async function createWebhooks(db: Database): Promise<void> {
  await db.schema.createTable('webhooks', (table) => {
    ofInstance(table).references('instances.id')
    table.text('id').notNullable()
    table.text('url').notNullable()
    table.specificType('events', 'text[]').notNullable()
    table.text('description')
    table.boolean('enabled').notNullable()
    table.text('disabled_reason')
    // Sealed: current, and previous, which signs until previous_until.
    table.jsonb('secrets').notNullable()
    time(table, 'previous_until')
    // The number of the last change that was looked at.
    table.bigInteger('position').notNullable()
    // The first failure since the last success.
    time(table, 'failing_since')
    // The last delivery was not answered in time.
    table.boolean('hangs').notNullable().defaultTo(false)
    versioned(table, db)
    table.primary(['instance_id', 'id'])
  })
  await db.schema.createTable('webhook_deliveries', (table) => {
    ofInstance(table)
    table.text('webhook_id').notNullable()
    table.text('id').notNullable()
    table.text('type').notNullable()
    // Null for a test.
    table.bigInteger('sequence')
    table.text('body').notNullable()
    table.enu('status', ['pending', 'delivered', 'failed']).notNullable().defaultTo('pending')
    table.integer('attempts').notNullable().defaultTo(0)
    // The attempts since it was sent anew.
    table.integer('tries').notNullable().defaultTo(0)
    table.text('failure')
    table.integer('http_status')
    table.integer('duration_ms')
    time(table, 'created_at').notNullable().defaultTo(db.fn.now())
    time(table, 'queued_at').notNullable().defaultTo(db.fn.now())
    time(table, 'last_attempt_at')
    time(table, 'next_attempt_at').defaultTo(db.fn.now())
    table.primary(['instance_id', 'webhook_id', 'id'])
    table.unique(['instance_id', 'webhook_id', 'sequence'])
    const webhook = table.foreign(['instance_id', 'webhook_id']).references(['instance_id', 'id'])
    webhook.inTable('webhooks').onDelete('CASCADE')
    table.index(['instance_id', 'webhook_id', 'created_at', 'id'], 'webhook_deliveries_created_at')
    const isPending = db.whereRaw(`status = 'pending'`)
    table.index(['instance_id', 'webhook_id'], 'webhook_deliveries_pending', { predicate: isPending })
    table.index(['queued_at'], 'webhook_deliveries_oldest', { predicate: isPending })
  })
}

async function createRequests(db: Database): Promise<void> {
  await db.schema.createTable('idempotency_keys', (table) => {
    ofInstance(table).references('instances.id')
    table.text('caller').notNullable()
    table.text('key').notNullable()
    table.text('fingerprint').notNullable()
    table.json('answer')
    time(table, 'leased_until').notNullable()
    time(table, 'created_at').notNullable().defaultTo(db.fn.now())
    table.primary(['instance_id', 'caller', 'key'])
    table.index(['instance_id', 'created_at'], 'idempotency_keys_created_at')
  })
  // How many requests were counted under a key since begun_at. Unlogged, since a count that a crash of PostgreSQL takes along
  // is worth no write to the disk. Without an instance, because servers exchange the counts of many instances in one
  // statement, which would ask every worker of Citus.
  await db.raw(`
    create unlogged table request_counts (
      key       text primary key,
      requests  integer not null,
      begun_at  timestamptz(3) not null
    ) with (fillfactor = 50)
  `)
}

function ofInstance(table: Knex.TableBuilder) {
  return table.text('instance_id').notNullable()
}

/** With milliseconds, as in the contract: a cursor could not find a finer value again. */
function time(table: Knex.TableBuilder, name: string) {
  return table.timestamp(name, { precision: 3 })
}

function versioned(table: Knex.TableBuilder, db: Database) {
  table.integer('revision').notNullable().defaultTo(1)
  time(table, 'created_at').notNullable().defaultTo(db.fn.now())
  time(table, 'updated_at').notNullable().defaultTo(db.fn.now())
}

function generated(table: Knex.TableBuilder, name: string, type: 'integer' | 'text', expression: string) {
  table.specificType(name, `${type} generated always as (${expression}) stored`).notNullable()
}

function indexForLists(table: Knex.TableBuilder, db: Database, name: string) {
  table.index(['instance_id', db.raw('(lower(name) collate "C")'), 'id'], `${name}_name`)
  table.index(['instance_id', 'updated_at', 'id'], `${name}_updated_at`)
  table.index(['instance_id', 'created_at', 'id'], `${name}_created_at`)
}

/** The visible signs of ASCII that are neither letter nor digit, and the space. */
const signs = Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at).filter(
  (code) => !/[A-Za-z0-9]/.test(String.fromCharCode(code)),
)

/** A letter of the Vai script for a sign. Nobody is expected to use Vai together with such signs. */
function toLetter(sign: number): number {
  return 0xa500 + sign
}

function quote(code: number): string {
  return `U&'\\${code.toString(16).padStart(4, '0')}'`
}
