import type { Tools } from './operation.ts'

/** New ids and times for one run: the ids are the same in every run, and no two times are the same. */
export function createTools(): Tools {
  return { newId: countIds(), now: tellTimes() }
}

/** Ids in the form of the service's ids, counted up from 1. */
export function countIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
  }
}

function tellTimes(): () => string {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}
