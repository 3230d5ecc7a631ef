import { refuse } from './refuse.ts'

/** `agentId` of `/agents/{agentId}`. */
export function parametersOf(path: string): string[] {
  return path.match(/(?<={)\w+/g) ?? []
}

/**
 * The id as a segment of a path. What is empty, made of dots, or has slashes may reach another path: what is missing must
 * fail here, not there. All else is for the service to judge.
 */
export function toSegment(name: string, id: string | number | undefined): string {
  const text = String(id ?? '')
  const isWrong = typeof id === 'number' ? !Number.isSafeInteger(id) : unfit.test(text)
  if (isWrong) refuse(name, 'an id', text)
  return encodeURIComponent(text)
}

/** Nothing, dots only, slashes, control characters, and halves of characters. */
const unfit = /^\s*\.{0,2}\s*$|[/\\\p{Cc}\p{Cs}]/u
