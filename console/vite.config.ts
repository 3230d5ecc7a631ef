import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The port of `npm run console`. At the identity provider this address must be a redirect of the client.
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
})
