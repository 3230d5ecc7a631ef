import { throwWrongArgument } from './wrong-argument.ts'

/** The names of a path's parameters: `['agentId']` for `/agents/{agentId}`. */
export function parametersOf(path: string): string[] {
  return path.match(/(?<={)\w+/g) ?? []
}

/**
 * Encodes an id as a segment of a path. Throws TypeError for an id that could reach another path (empty, only dots, with a
 * slash); the service validates every other id.
 */
export function toSegment(name: string, id: string | number | undefined): string {
  const text = String(id ?? '')
  const isWrong = typeof id === 'number' ? !Number.isSafeInteger(id) : unfit.test(text)
  if (isWrong) throwWrongArgument(name, 'an id', text)
  return encodeURIComponent(text)
}

/** An empty text, only dots, slashes, control characters, and unpaired surrogates. */
const unfit = /^\s*\.{0,2}\s*$|[/\\\p{Cc}\p{Cs}]/u

/** 128 random bits. Browsers have `randomUUID` only on https pages, but `getRandomValues` also on http pages. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
