import { Alert, Burger, Group, NativeSelect, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useLiveQueries } from '@instance-admin/sdk/react-query/live'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useApi } from '../api.ts'
import mark from '../mark.svg?no-inline'
import { focusHeading, useKeptFocus } from '../parts/keep-focus.ts'
import { TextLink } from '../parts/link.tsx'
import { lazyPart } from '../parts/online.ts'
import { shareSession } from '../session.ts'
import { texts } from '../texts.ts'
import { Account } from './account.tsx'
import classes from './frame.module.css'
import { Menu } from './menu.tsx'
import { SearchButton } from './search-button.tsx'

/** Nothing is told before the first screen is there. */
const Notifications = lazyPart(() => import('../parts/notifications.tsx'), 'Notifications')

/** What is around every screen of an instance. It shows the screens that the caller's roles open. */
export function Frame() {
  const { instance, service } = useApi()
  const notFollowed = useLiveQueries(service, instance)
  const [isOpen, menu] = useDisclosure()
  const { online } = useNetwork()
  const { pathname } = useLocation()
  const main = useKeptFocus(pathname)
  return (
    <>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          event.preventDefault()
          focusHeading()
        }}
      >
        {texts.skip}
      </a>
      <header className={classes.header}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Burger
            opened={isOpen}
            onClick={menu.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={texts.menu}
            aria-expanded={isOpen}
          />
          <TextLink to="/$instance" params={{ instance }} className={classes.name} underline="never">
            <img src={mark} alt="" width={28} height={28} />
            <span className={classes.word}>{texts.console}</span>
          </TextLink>
          <InstanceSwitch />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <SearchButton />
          <Account />
        </Group>
      </header>
      <nav className={classes.menu} data-open={isOpen} aria-label={texts.menu}>
        <Menu close={menu.close} />
      </nav>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {!online && (
          <Alert role="alert" mb="md">
            {texts.offline}
          </Alert>
        )}
        {notFollowed && (
          <Alert role="alert" mb="md">
            {texts.notFollowed} {notFollowed.message}
          </Alert>
        )}
        <Outlet />
      </main>
      <Suspense>
        <Notifications />
      </Suspense>
    </>
  )
}

/** The instances that the token opens; the name alone where it is the only one. */
function InstanceSwitch() {
  const { instance, instances } = useApi()
  const navigate = useNavigate()
  const { data: { items } = { items: [] } } = useQuery(instances)
  const current = items.find(({ id }) => id === instance)
  if (!current || items.length === 1)
    return (
      <Text c="dimmed" truncate>
        {current?.name ?? instance}
      </Text>
    )
  return (
    <NativeSelect
      aria-label={texts.chooseInstance.label}
      value={instance}
      data={items.map(({ id, name, status }) => ({
        value: id,
        label: status === 'active' ? name : texts.chooseInstance.suspended(name),
        disabled: status !== 'active',
      }))}
      onChange={({ currentTarget: { value } }) => {
        shareSession(instance, value)
        void navigate({ to: '/$instance', params: { instance: value } })
      }}
    />
  )
}
