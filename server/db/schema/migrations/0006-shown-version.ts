import type { Knex } from 'knex'

/** A model shows its newest version that is no discarded draft. Before, it showed the newest of all. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table twu_models add column shown_version integer not null default 1;
    update twu_models model
       set shown_version = shown.version, name = shown.name, description = shown.description
      from (select distinct on (instance_id, model_id) *
              from twu_model_versions
             order by instance_id, model_id, status = 'archived' and published_at is null, version desc) shown
     where shown.instance_id = model.instance_id and shown.model_id = model.id`)
}
