import { Avatar } from '@mantine/core'

/** The letter with which a name begins, for the eye: the name itself is beside it. */
export function Mark({ of: name, size = 'md' }: { of: string; size?: 'sm' | 'md' }) {
  return (
    <Avatar radius="md" size={size} name={name} color="initials" styles={readable} aria-hidden>
      {name.charAt(0).toUpperCase()}
    </Avatar>
  )
}

/** Mantine's own letters are paler than 4.5 to 1. */
const readable = { placeholder: { color: 'var(--mantine-color-text)' } }
