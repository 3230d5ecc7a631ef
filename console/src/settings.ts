const mock = 'http://127.0.0.1:4010'

/**
 * Where the service and its identity provider are. The service tells it in the page when it serves the console itself. Vite
 * reads it from the environment or from a file `.env` when the console is served elsewhere.
 */
export const settings = {
  apiUrl: told('issuer') === undefined ? String(import.meta.env.VITE_API_URL ?? mock) : location.origin,
  issuer: told('issuer') ?? String(import.meta.env.VITE_ISSUER ?? mock),
  clientId: told('client-id') ?? String(import.meta.env.VITE_CLIENT_ID ?? 'dev-app'),
}

function told(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
