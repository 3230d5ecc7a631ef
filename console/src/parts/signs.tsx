import type { ReactNode } from 'react'

/** A sign beside a word, or in a button that has a name. */
export function Sign({ of: path }: { of: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {path}
    </svg>
  )
}

export const signs = {
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14" />,
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  filters: <path d="M2 4h12M4.5 8h7M6.5 12h3" />,
  overview: <path d="M2.5 2.5h4.5v6H2.5ZM9 2.5h4.5v3H9ZM9 7.5h4.5v6H9ZM2.5 10.5h4.5v3H2.5Z" />,
  users: (
    <path d="M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.4-4.7 8.6-4.7 9 0M10.5 3a2.3 2.3 0 0 1 0 4.2M12.2 9.8c1.5.6 2.2 1.8 2.3 3.7" />
  ),
  agents: <path d="M3 5.5h10v8H3ZM8 5.5V3M8 2.2v.1M6 9v1M10 9v1M1.2 8.5v2M14.8 8.5v2" />,
  integrations: <path d="M6 2v3.5M10 2v3.5M4 5.5h8v2.7a4 4 0 0 1-8 0ZM8 12.2V14" />,
  models: <path d="m8 1.8 5.5 3.1v6.2L8 14.2l-5.5-3.1V4.9ZM2.7 5 8 8l5.3-3M8 8v6" />,
  prices: <path d="M2 8.5 8.5 2H14v5.5L7.5 14ZM11 5v.1" />,
  ledger: <path d="M3.5 2h9v12h-9ZM6 5.2h4M6 8h4M6 10.8h2.2" />,
  reviews: <path d="M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM5.2 8.2l2 2 3.6-4.2" />,
  changes: <path d="M2.2 8a5.8 5.8 0 1 0 1.9-4.3L2.2 5.4M2.2 2.2v3.2h3.2M8 4.8V8l2.2 1.6" />,
  webhooks: <path d="M8.8 1.8 3.2 9h4L6.6 14.2 12.8 7H8.4Z" />,
} as const
