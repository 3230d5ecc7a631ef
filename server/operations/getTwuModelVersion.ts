import type { Operation } from '../contract/operation.ts'
import { findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'
import { versionMissing } from './answers/version-missing.ts'

export const getTwuModelVersion: Operation<'getTwuModelVersion'> = async ({ path, headers }, { db }) => {
  const row = await findTwuModelVersion(db, path)
  if (!row) return versionMissing(db, path)
  return answerRead(etagOf(row.revision, row.version), toTwuModelVersion(row), headers)
}
