/** Says on standard error why a command did not do its work; gives the exit code. */
export function fail(message: string): number {
  console.error(message)
  return 1
}
