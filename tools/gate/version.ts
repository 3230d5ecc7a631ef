import type { Impact } from './changes.ts'

/** The lowest version that may follow `released` after changes of these impacts. */
export function nextVersion(released: string, impacts: readonly Impact[]): string {
  const [major, minor, patch] = readVersion(released)
  if (impacts.includes('breaking')) return `${major + 1}.0.0`
  if (impacts.includes('additive')) return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

export function isAtLeast(version: string, lowest: string): boolean {
  const wanted = readVersion(lowest)
  const difference = readVersion(version)
    .map((part, index) => part - (wanted[index] ?? 0))
    .find((part) => part !== 0)
  return (difference ?? 0) >= 0
}

function readVersion(version: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`info.version is "${version}": it must be <major>.<minor>.<patch>.`)
  return [Number(major), Number(minor), Number(patch)]
}
