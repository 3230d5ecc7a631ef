/** At most so many hold a place at once. `take` answers what gives the place back, or null when none came free in time. */
export interface Places {
  take(): Promise<(() => void) | null>
}

/** Whoever finds all places taken waits for one, first come first served, for at most `patienceMs`. */
export function createPlaces({ most, patienceMs }: { most: number; patienceMs: number }): Places {
  let taken = 0
  const waiting = new Set<() => void>()
  const giveBack = () => {
    const [next] = waiting
    if (next) next()
    else taken -= 1
  }
  return {
    async take() {
      if (taken < most) {
        taken += 1
        return giveBack
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(enter)
          resolve(null)
        }, patienceMs)
        const enter = () => {
          clearTimeout(timer)
          waiting.delete(enter)
          resolve(giveBack)
        }
        waiting.add(enter)
      })
    },
  }
}
