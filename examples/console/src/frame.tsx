import { Alert, AppShell, Burger, Button, Group, NativeSelect, Text, useMantineColorScheme } from '@mantine/core'
import { useComputedColorScheme } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useLiveQueries } from '@instance-admin/sdk/react-query/live'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useApi } from './api.ts'
import { focusHeading, useKeptFocus } from './parts/keep-focus.ts'
import { MenuLink, TextLink } from './parts/link.tsx'
import { withNetwork } from './parts/online.ts'
import classes from './frame.module.css'
import { shareSession } from './session.ts'
import { changeLanguage, language, texts } from './texts.ts'

/** Nothing is told before the first screen is there. */
const Notifications = lazy(
  withNetwork(async () => ({ default: (await import('./parts/notifications.tsx')).Notifications })),
)

/** What is around every screen of an instance. It shows the screens that the caller's roles open. */
export function Frame() {
  const { instance, service } = useApi()
  const notFollowed = useLiveQueries(service, instance)
  const [isOpen, menu] = useDisclosure()
  const { online } = useNetwork()
  const { pathname } = useLocation()
  const main = useKeptFocus(pathname)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
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
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={texts.menu} />
            <TextLink to="/$instance" params={{ instance }} fw={700} underline="never">
              {texts.console}
            </TextLink>
            <InstanceSwitch />
          </Group>
          <Group wrap="nowrap" visibleFrom="sm">
            <Person />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <nav aria-label={texts.menu}>
          <Menu close={menu.close} />
        </nav>
        <Group hiddenFrom="sm" mt="auto" p="xs">
          <Person />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} style={{ outline: 'none' }}>
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
      </AppShell.Main>
      <Suspense>
        <Notifications />
      </Suspense>
    </AppShell>
  )
}

/** The instances that the token opens; the name alone where it is the only one. */
function InstanceSwitch() {
  const { instance, instances } = useApi()
  const navigate = useNavigate()
  const { data: { items } = { items: [] } } = useQuery(instances)
  const current = items.find(({ id }) => id === instance)
  if (!current || items.length === 1) return <Text c="dimmed">{current?.name ?? instance}</Text>
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

function Menu({ close }: { close: () => void }) {
  const { instance, may } = useApi()
  return screens
    .filter(({ opensBy }) => may(opensBy))
    .map(({ to, label }) => (
      <MenuLink
        key={to}
        to={to}
        params={{ instance }}
        label={label}
        activeOptions={{ exact: to === '/$instance' }}
        onClick={close}
      />
    ))
}

function Person() {
  const { me, session } = useApi()
  return (
    <>
      <Text size="sm">
        {texts.person(
          me.user?.name ?? me.subject,
          me.roles.map((role) => texts.callerRoles[role]),
        )}
      </Text>
      <ColorScheme />
      <Button variant="default" size="xs" onClick={changeLanguage} lang={language === 'de' ? 'en' : 'de'}>
        {texts.language}
      </Button>
      <Button variant="default" size="xs" onClick={() => void session.signOut()}>
        {texts.signOut}
      </Button>
    </>
  )
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <Button variant="default" size="xs" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? texts.light : texts.dark}
    </Button>
  )
}

const screens = [
  { to: '/$instance', label: texts.overview.menu, opensBy: 'me' },
  { to: '/$instance/users', label: texts.users.title, opensBy: 'users.list' },
  { to: '/$instance/agents', label: texts.agents.title, opensBy: 'agents.list' },
  { to: '/$instance/integrations', label: texts.integrations.title, opensBy: 'integrations.list' },
  { to: '/$instance/twu-models', label: texts.models.title, opensBy: 'twuModels.list' },
  { to: '/$instance/work-ledger', label: texts.ledger.title, opensBy: 'workLedger.list' },
  { to: '/$instance/reviews', label: texts.reviews.title, opensBy: 'workLedger.review' },
  { to: '/$instance/changes', label: texts.changes.title, opensBy: 'changes.list' },
  { to: '/$instance/webhooks', label: texts.webhooks.title, opensBy: 'webhooks.list' },
] as const
