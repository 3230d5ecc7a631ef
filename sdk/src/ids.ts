/** An empty id or one of dots would reach another path: what is missing must fail here, not there. */
export function checkId(name: string, id: unknown): string | number {
  const isId =
    (typeof id === 'string' && !['', '.', '..'].includes(id.trim())) ||
    (typeof id === 'number' && Number.isSafeInteger(id) && id > 0)
  if (!isId) throw new TypeError(`${name} must name something, but is ${JSON.stringify(id)}.`)
  return id
}
