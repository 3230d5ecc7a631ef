import type { Knex } from 'knex'

/**
 * Texts are searched, and names are compared, in Unicode's NFKC, so that different encodings of one text are equal. The
 * names to sign in with (username and email address) become unique within an instance. Where users already share a name, the
 * oldest user keeps it, and a username wins over an email address; the others cannot sign in with the name.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(String.raw`
    create function folded(text) returns text language sql immutable strict parallel safe
      return lower(upper(normalize($1, nfkc)));

    -- Removes invisible characters: soft hyphens, joiners, marks of direction, fillers, variation selectors, tags.
    create function comparable(text) returns text language sql immutable strict parallel safe
      return folded(regexp_replace($1, '[\u0001-\u001F\u007F-\u009F\u2800\uE000-\uF8FF\uFFF9-\uFFFC\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E'
        '\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
        '\U000E0000-\U000E0FFF]', '', 'g'));
  `)
  const { rows } = await db.raw<{ rows: { definition: string }[] }>(
    `select pg_get_functiondef('searchable(text)'::regprocedure) as definition`,
  )
  const definition = rows[0]?.definition ?? ''
  await db.raw(definition.replace('lower($1)', 'lower(upper(normalize($1, nfkc)))').replaceAll('?', '\\?'))
  // Writing a row computes the generated column again. This reads the whole ledger, and locks only what it writes.
  await db.raw(`
    update work_ledger_entries set title = title
     where not (title is nfkc normalized and description is nfkc normalized and id is nfkc normalized and
                entity_id is nfkc normalized and related_entity is nfkc normalized)`)
  // The names are filled in while others write users. From the foreign key on they wait: the rest is short, as 0009 checks
  // the key.
  await db.raw(`
    create table user_sign_in_names (
      instance_id  text not null,
      name         text not null,
      user_id      text not null,
      primary key (instance_id, name)
    );
    create index user_sign_in_names_user on user_sign_in_names (instance_id, user_id);
    ${fillNames('true')};
    alter table user_sign_in_names
      add foreign key (instance_id, user_id) references users (instance_id, id) not valid;
    ${fillNames(`updated_at > now() - interval '1 minute'`)};
    drop index users_username_key, users_email_key`)
}

/** Here `now()` is when the migration began: users who were written meanwhile have a later time. */
function fillNames(condition: string): string {
  return `
    insert into user_sign_in_names
      select instance_id, comparable(name), id
        from (select 1 as turn, instance_id, username as name, id, created_at from users where ${condition}
              union all
              select 2, instance_id, email, id, created_at from users where ${condition}) as names
       order by turn, created_at, id
          on conflict do nothing`
}
