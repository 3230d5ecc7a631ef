/** The parts of a browser that a sign-in needs: cookies by path, and forms. It follows redirects only in `follow`. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  async get(url: string): Promise<Page> {
    return this.send(url, {})
  }

  async post(url: string, body: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Page> {
    const encoded = typeof body === 'string' ? body : new URLSearchParams(body).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.send(url, { method: 'POST', body: encoded, headers: { ...type, ...headers } })
  }

  /** Follows redirects while they stay at the origin of the page. */
  async follow(page: Page): Promise<Page> {
    let current = page
    while (current.location !== undefined && new URL(current.location).origin === new URL(page.url).origin) {
      current = await this.get(current.location)
    }
    return current
  }

  /** Sends any request with the cookies of its path. Does not follow redirects. */
  async send(url: string, init: { method?: string; body?: string; headers?: Record<string, string> }): Promise<Page> {
    const { pathname } = new URL(url)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#store(line)
    const location = response.headers.get('location')
    return {
      url,
      status: response.status,
      headers: response.headers,
      location: location === null ? undefined : new URL(location, url).href,
      text: await response.text(),
    }
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice('path='.length) ?? '/'
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}

export interface Page {
  url: string
  status: number
  headers: Headers
  location: string | undefined
  text: string
}
