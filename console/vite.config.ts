import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // Vite does not ask again for the styles of a part that it could not load, as it does for the scripts.
  build: { cssCodeSplit: false },
  // The port of `npm run console`. At the identity provider this address must be a redirect of the client.
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
})
