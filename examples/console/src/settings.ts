/** Where the service and its identity provider are. Vite reads them from the environment or from a file `.env`. */
export const settings = {
  apiUrl: String(import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:4010'),
  issuer: String(import.meta.env.VITE_ISSUER ?? 'http://127.0.0.1:4010'),
  clientId: String(import.meta.env.VITE_CLIENT_ID ?? 'dev-app'),
}
