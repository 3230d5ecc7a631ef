import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { readFailing, readOpenReviews } from '../attention.ts'
import { MenuLink } from '../parts/link.tsx'
import { Sign } from '../parts/signs.tsx'
import { language, texts } from '../texts.ts'
import classes from './menu.module.css'
import { menu } from './screens.ts'

/** The screens that the caller's roles open, with the number of what waits for somebody there. */
export function Menu({ close }: { close: () => void }) {
  const { instance, may } = useApi()
  const counts = useCounts()
  return menu.map(({ label, screens }) => {
    const open = screens.filter(({ opensBy }) => may(opensBy))
    if (open.length === 0) return null
    return (
      <div
        key={label}
        role={label === null ? undefined : 'group'}
        aria-label={label ?? undefined}
        className={classes.group}
      >
        {label !== null && (
          <Text size="xs" c="dimmed" fw={600} className={classes.label} aria-hidden>
            {label}
          </Text>
        )}
        {open.map(({ to, label, sign }) => (
          <MenuLink
            key={to}
            to={to}
            params={{ instance }}
            className={classes.link}
            label={label}
            title={counts[to]?.text}
            leftSection={<Sign of={sign} />}
            rightSection={counts[to] && <span className={classes.count} data-count={counts[to].count} aria-hidden />}
            activeOptions={{ exact: to === '/$instance' }}
            onClick={close}
          />
        ))}
      </div>
    )
  })
}

/** What waits for somebody, by the address of its screen. What nobody counted, and what is nothing, is left out. */
function useCounts(): Partial<Record<string, { count: string; text: string }>> {
  const { queries, may } = useApi()
  const failing = useQuery({ ...readFailing(queries), enabled: may('integrations.list') })
  const reviews = useQuery({ ...readOpenReviews(queries), enabled: may('workLedger.review') })
  return {
    '/$instance/integrations': say(failing.data?.page.totalElements, texts.menuCounts.failing),
    '/$instance/reviews': say(reviews.data?.page.totalElements, texts.menuCounts.open),
  }
}

function say(number = 0, toText: (number: number) => string) {
  return number === 0 ? undefined : { count: number.toLocaleString(language), text: toText(number) }
}
