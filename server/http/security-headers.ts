/**
 * The headers of every answer that protect a browser: nothing is loaded, framed, sniffed, kept or sent on, and later requests
 * use HTTPS. The pages of the contract have their own policy. Source: OWASP REST Security Cheat Sheet, "Security Headers".
 */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}
