/** Resolves once the browser has a network. */
export async function whenOnline(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** Loads a part of the console. What cannot be loaded without a network is loaded when there is one again. */
export function withNetwork<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async function loadWithNetwork() {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      await whenOnline()
      return loadWithNetwork()
    }
  }
}
