import { useScrollSpy } from '@mantine/hooks'
import { texts } from '../../texts.ts'
import classes from './twu-contents.module.css'

const labels = texts.models

/** The parts of a model at its side, with how much each has and where something is wrong. Each has its own address. */
export function Contents({ parts }: { parts: readonly Part[] }) {
  const { active, data } = useScrollSpy({
    selector: '[data-part]',
    getValue: ({ id }) => id,
    getDepth: () => 1,
    offset: 80,
  })
  const current = data[active]?.value
  return (
    <nav aria-label={labels.parts} className={classes.contents}>
      {parts.map(({ id, count, faults = 0 }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {labels[id]}
          {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          {faults > 0 && <span className={classes.faults}>{labels.faults(faults)}</span>}
        </a>
      ))}
    </nav>
  )
}

export interface Part {
  id: 'general' | 'entities' | 'actions' | 'events' | 'outcomes' | 'policies' | 'cases' | 'backtest'
  count?: number
  faults?: number
}
