/**
 * Finds the template with `{name}` placeholders that a path matches, and the values of the placeholders, still encoded; null
 * when no template matches. A literal segment is preferred to a placeholder: `{` sorts behind every character that literal
 * segments have.
 */
export function matchPath(templates: Iterable<string>, path: string): MatchedPath | null {
  for (const template of [...new Set(templates)].sort()) {
    const match = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)
    if (match) return { template, values: { ...match.groups } }
  }
  return null
}

interface MatchedPath {
  template: string
  values: Record<string, string>
}

/** The path of a template with these values, encoded. */
export function fillPath(template: string, values: Readonly<Record<string, string | string[] | undefined>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name] ?? '').toWellFormed()),
  )
}
