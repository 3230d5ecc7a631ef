/**
 * The statements of services for which no worker of Citus is certain, each with its reason. They are compared without
 * quotation marks, and with spaces in place of line breaks.
 */
export const exceptions: readonly { statement: RegExp; reason: string }[] = [
  {
    statement: /^delete from idempotency_keys where \(instance_id, .*\) in/,
    reason: 'deletes expired keys of all instances, in the background',
  },
  {
    statement: /^select instance_id as instanceId, user_id as userId, .* from account_syncs where due_at < now\(\)/,
    reason: 'looks for changes of accounts that are due in any instance, in the background',
  },
  {
    statement:
      /^select coalesce\(extract\(epoch from now\(\) - min\(since\)\), 0\)::float8 as seconds from account_syncs/,
    reason: 'measures the oldest change of an account of any instance, for the metrics',
  },
  {
    statement: /^select user_id from account_syncs where account_id = \$1 limit \$2/,
    reason: 'asks whether a change of an account waits in any instance, for the command users link',
  },
  {
    statement: /^select instance_id as instanceId, user_id as userId, .* from account_syncs order by instance_id/,
    reason: 'lists the changes of accounts of all instances that wait, for the command users waiting',
  },
  {
    statement: /^select 1 from work_ledger_entries limit/,
    reason: 'asks whether the ledger is small, before an import builds its search index again',
  },
  {
    statement: /^select instance_id from integrations where status <> 'inactive' and next_check_at <= now\(\)/,
    reason: 'looks for instances with due checks, in the background; the checks are then taken instance by instance',
  },
  {
    statement: /^select distinct instance_id from integrations where secrets_expire_at <=/,
    reason: 'looks for instances with secrets that end soon, once a night; they are then flagged instance by instance',
  },
  {
    statement: /^select users.instance_id as instanceId, users.id as userId, .* from instances inner join users/,
    reason:
      'asks which users of all instances have an account, for commands and for the job that opens or closes a shared one',
  },
  {
    statement: /^select instance_id, sequence from change_heads where instance_id = any/,
    reason: 'asks once a second which of the followed instances of one worker were changed',
  },
  {
    statement: /^select distinct instance_id from waiting_traces$/,
    reason: 'looks once a minute for instances in which spans wait; they are then swept instance by instance',
  },
  {
    statement: /^select distinct webhooks.instance_id from webhooks inner join change_heads/,
    reason: 'looks twice a second for instances whose webhooks are behind; they are then told instance by instance',
  },
  {
    statement:
      /^select coalesce\(extract\(epoch from now\(\) - min\(queued_at\)\), 0\)::float8 as seconds from webhook_deliveries/,
    reason: 'measures the oldest delivery that waits in any instance, for the metrics',
  },
  {
    statement:
      /^select instance_id from \(select instance_id from integrations union select instance_id from webhooks\)/,
    reason: 'looks for instances with secrets, for the command secrets:rotate',
  },
  {
    statement: /^select \(select count\(\*\) from integrations\) as integrations, \(select count\(\*\) from webhooks\)/,
    reason: 'counts what has secrets in all instances, for the progress of the command secrets:rotate',
  },
  {
    statement: /^select create_(reference|distributed)_table\(/,
    reason: 'distributes the tables, for the command instances -- distribute',
  },
  {
    statement: /^(select|update|delete) .*user_credentials/,
    reason: 'is of the embedded identity provider of development, which knows accounts by their own ids',
  },
  {
    statement: /^with entry as \((insert into|delete from) "?work_ledger_entries"?/,
    reason: 'writes entries of the ledger: for an import, retention and the demo, never for a request',
  },
]
