import { refuse } from './refuse.ts'

/**
 * The id as a segment of a path. An empty id or one of dots would reach another path: what is missing must fail here,
 * not there.
 */
export function toSegment(name: string, id: string | number | undefined): string {
  const text = String(id ?? '')
  if (/^\s*\.{0,2}\s*$/.test(text)) refuse(name, 'an id', text)
  return encodeURIComponent(text)
}
