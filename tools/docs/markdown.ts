/** Writes a table. Every cell is Markdown, and is put on one line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

/** Escapes text of people, so that none of it is read as Markdown, as HTML or as a tag of Markdoc. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#~]/g, String.raw`\$&`)
}

/** The fragment under which Redoc shows an operation. */
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
