/**
 * Does something for one instance after the other, and ends behind one when `signal` aborts. One that fails holds up no other:
 * at the end it throws all failures, with `message`.
 */
export async function forEachInstance<Instance>(
  instances: readonly Instance[],
  run: (instance: Instance) => Promise<void>,
  { signal, message }: { signal: AbortSignal; message: string },
): Promise<void> {
  const failures: unknown[] = []
  for (const instance of instances) {
    await run(instance).catch((error: unknown) => failures.push(error))
    if (signal.aborted) break
  }
  if (failures.length > 0) throw new AggregateError(failures, message)
}
