/** Prints on standard error why a command failed, and returns the exit code. */
export function fail(message: string): number {
  console.error(message)
  return 1
}

export function failWithoutService(port: number): number {
  return fail(`No service answers at port ${port}. Start it (npm start), or set PORT to where it listens.`)
}
