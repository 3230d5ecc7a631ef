/** The `down` of every migration: what a release has added, servers may have filled. */
export function down(): never {
  throw new Error('Migrations only go forward. To undo one, restore the backup (docs/operations.md, Upgrading).')
}
