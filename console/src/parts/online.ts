import { lazyRouteComponent } from '@tanstack/react-router'

/** Resolves once the browser has a network. */
export async function whenOnline(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/**
 * Loads a part of the console. What cannot be loaded without a network is loaded when there is one again, which may be
 * before the failure is known: every failure is followed by one attempt with a network.
 */
export function withNetwork<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () => load().catch(() => whenOnline().then(load))
}

/** A component whose code comes when it is first shown. */
export function lazyPart<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(withNetwork(load), name)
}
