/**
 * The name of an operation as a method, such as `twuModels.versions.list`: it ends with the verb with which its id begins, and
 * belongs to the first segment of its path, or to a collection inside that segment (`/twu-models/{modelId}/versions`). `own`
 * (`x-sdk-name`) replaces a bad name. The path is the one inside the instance.
 */
export function nameMethod(id: string, path: string, own?: string): string[] {
  if (own !== undefined) return own.split('.')
  const verb = /^[a-z]+/.exec(id)?.[0] ?? id
  const segments = path.slice(1).split('/')
  const isCollection = (segment: string, index: number) =>
    !segment.startsWith('{') && segment !== verb && (index === 0 || segments[index - 1]?.startsWith('{'))
  return [...segments.filter(isCollection).map(toCamelCase), verb]
}

function toCamelCase(segment: string): string {
  return segment.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
