/** What the benchmark tells a peer, and what a peer tells the benchmark. */
export function readPeerOptions() {
  const [databaseUrl = '', issuer = '', audience = ''] = process.argv.slice(2)
  return { databaseUrl, issuer, audience }
}

/** The benchmark waits for this line, and sends its requests to that address. */
export function announce(baseUrl: string): void {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: Number(new URL(baseUrl).port) })}\n`)
}
