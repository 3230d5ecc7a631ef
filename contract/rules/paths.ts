/**
 * Which of the contract's paths, with `{name}` placeholders, a path is of, and what stands for the names, as it is
 * written; null when it is of none. What is written out comes before what a placeholder takes: a brace sorts behind
 * all that names are written with.
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
