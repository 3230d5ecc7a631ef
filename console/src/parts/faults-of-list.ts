/** A fault of one item of a list, such as `capabilities.1`, belongs to the control that has the whole list. */
export function faultOfList(field: string, errors: Faults): string | undefined {
  const paths = pathsOfList(field, errors)
  return paths.length === 0 ? undefined : paths.map((path) => String(errors[path])).join(' ')
}

export function pathsOfList(field: string, errors: Faults): string[] {
  return Object.keys(errors).filter((path) => path === field || path.startsWith(`${field}.`))
}

type Faults = Readonly<Record<string, unknown>>
