import { Button, isMantineColorScheme, NativeSelect, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useApi } from '../api.ts'
import { Sign, signs } from '../parts/signs.tsx'
import { changeLanguage, isLanguage, language, texts } from '../texts.ts'
import classes from './account.module.css'

const labels = texts.account

/** Who is signed in, and behind the name what is theirs: the theme, the language, and the way out. */
export function Account() {
  const { me, session } = useApi()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = me.user?.name ?? me.subject
  return (
    <>
      <UnstyledButton className={classes.person} popoverTarget="account" aria-label={labels.of(name)}>
        <span
          className={classes.initials}
          data-initials={initialsOf(me.user ? `${name} ${me.user.familyName ?? ''}` : name)}
          aria-hidden
        />
        <Text size="sm" component="span" visibleFrom="sm">
          {name}
        </Text>
        <Sign of={signs.down} />
      </UnstyledButton>
      {/* The browser closes it by Escape or a click beside it, and has the focus go on from the button. */}
      <div id="account" popover="auto" role="group" aria-label={labels.of(name)} className={classes.account}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {me.roles.map((role) => texts.statuses[role]).join(', ') || texts.overview.noRoles}
        </Text>
        <NativeSelect
          size="sm"
          label={labels.theme}
          value={colorScheme}
          data={Object.entries(labels.themes).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => isMantineColorScheme(value) && setColorScheme(value)}
        />
        <NativeSelect
          size="sm"
          label={labels.language}
          value={language}
          data={Object.entries(labels.languages).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && changeLanguage(value)}
        />
        <Button variant="default" onClick={() => void session.signOut()}>
          {texts.signOut}
        </Button>
      </div>
    </>
  )
}

/** Of the first and the last of the names. */
function initialsOf(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, others.at(-1) ?? '']
    .map((part) => Array.from(part)[0] ?? '')
    .join('')
    .toUpperCase()
}
