/**
 * True when `host` (lower case, as `URL` gives it) matches one of a type's allowed hosts: an exact name; `*` for any host; a
 * leading `*.` for one or more labels; any other `*` for one or more characters within a label.
 */
export function hostMatches(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => pattern === '*' || toRegExp(pattern).test(host))
}

function toRegExp(pattern: string): RegExp {
  const leading = pattern.startsWith('*.')
  const rest = (leading ? pattern.slice(2) : pattern)
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll('.', '\\.'))
    .join('[a-z0-9-]+')
  return new RegExp(`^${leading ? '(?:[a-z0-9-]+\\.)+' : ''}${rest}$`)
}
