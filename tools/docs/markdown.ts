/** A table; a cell is Markdown on one line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

/** Text of people, of which nothing is meant as Markdown, as HTML or as a tag of Markdoc. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#~]/g, String.raw`\$&`)
}

/** Where Redoc puts an operation, and under which name a link finds a tag. */
export function operationPath(tag: string, operationId: string): string {
  return `${tagPath(tag)}/${operationId.toLowerCase()}`
}

export function tagPath(tag: string): string {
  return `#/${slug(tag)}`
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function toCell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', String.raw`\|`)
}
