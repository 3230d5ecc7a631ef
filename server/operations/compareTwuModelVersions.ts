import type { Operation } from '../contract/operation.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { busy } from '../../contract/rules/refusals.ts'
import { versionMissing } from './answers/version-missing.ts'

export const compareTwuModelVersions: Operation<'compareTwuModelVersions'> = async ({ path }, { db, evaluator }) => {
  const one = await findTwuModelVersion(db, path)
  const other = await findTwuModelVersion(db, { ...path, version: path.other })
  if (!one || !other) return versionMissing(db, { ...path, version: one ? path.other : path.version })
  const comparison = await evaluator.compare(one, other)
  return comparison ? { status: 200, body: comparison } : busy
}
