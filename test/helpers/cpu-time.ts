/** Milliseconds of this process, all its threads, that work takes. What else a machine is busy with does not count. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
