import { Avatar } from '@mantine/core'

/** Two letters of a name on a colour that is made from it, for the eye: the name itself is beside it. */
export function Mark({ of: name, size = 'md' }: { of: string; size?: 'sm' | 'md' }) {
  return (
    <Avatar name={name} color="initials" radius="md" size={size} styles={readable} aria-hidden>
      {lettersOf(name)}
    </Avatar>
  )
}

/**
 * The letters with which its first two words begin, also where a capital within a word begins one: GH for GitHub. Of a name of
 * one word the first letter and the one in its middle, where names of one kind differ: not all that begin with "Fresh" are FR.
 */
function lettersOf(name: string): string {
  const starts = name.match(/(?<![\p{L}\p{N}])\p{L}|(?<=\p{Ll})[\p{Lu}\p{N}]|\p{Lu}(?=\p{Ll})/gu) ?? []
  const [first = '', second = name.charAt(Math.floor(name.length / 2))] = starts
  return `${first}${second}`.toUpperCase()
}

/** Mantine's own letters are paler than 4.5 to 1. */
const readable = { placeholder: { color: 'var(--mantine-color-text)' } }
