import type { Operation } from '../contract/operation.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { backtestVersion } from '../twu/backtest.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'
import { busy } from '../../contract/rules/refusals.ts'
import { versionMissing } from './answers/version-missing.ts'

export const backtestTwuModelVersion: Operation<'backtestTwuModelVersion'> = async ({ path, query }, context) => {
  const { size = 200, ...filter } = query
  const emptyRanges = refuseEmptyRanges(filter)
  if (emptyRanges) return emptyRanges
  const version = await findTwuModelVersion(context.db, path)
  if (!version) return versionMissing(context.db, path)
  using place = await acquirePlace(context.caller.subject)
  if (!place) return busy
  const body = await backtestVersion(context, path.instanceId, version, { ...filter, modelId: path.modelId }, size)
  return body ? { status: 200, body } : busy
}

/** Each holds some megabytes of operations in memory. */
const acquirePlace = createSemaphore(4, 2)
