import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './bar-list.module.css'

/** Names with a bar each, as long as its part of the largest; in words below, what is of none of them. */
export function BarList({ bars, rest = [], empty }: BarListProps) {
  if (bars.length === 0 && empty) return <Text c="dimmed">{empty}</Text>
  const largest = Math.max(...bars.map(({ value }) => value))
  return (
    <>
      <dl className={classes.bars}>
        {bars.map(({ key, name, value, text }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <span className={classes.bar} style={{ width: `${(value / largest) * 100 || 0}%` }} />
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt={4}>
        {rest.join(' ')}
      </Text>
    </>
  )
}

interface BarListProps {
  bars: readonly { key: string; name: ReactNode; value: number; text: string }[]
  rest?: readonly string[]
  empty?: string
}
