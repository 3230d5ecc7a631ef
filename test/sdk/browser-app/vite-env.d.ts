interface ImportMetaEnv {
  readonly VITE_BASE_URL: string
  readonly VITE_ISSUER: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
