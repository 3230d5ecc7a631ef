import { Group } from '@mantine/core'
import { texts } from '../texts.ts'
import { Sign } from './signs.tsx'
import classes from './status.module.css'

/** A state as a word and a sign, the same wherever it is. Only what somebody has to look at has a colour. */
export function Status({ value }: { value: StatusValue }) {
  const tone = tones[value]
  return (
    <span className={classes.status} data-tone={tone}>
      <Sign of={<path d={signs[tone]} />} />
      {texts.statuses[value]}
    </span>
  )
}

/** Several states of one thing, in a cell of a table. */
export function Statuses({ of }: { of: readonly StatusValue[] }) {
  return (
    <Group component="span" gap="0 12px">
      {of.map((value) => (
        <Status key={value} value={value} />
      ))}
    </Group>
  )
}

type Tone = 'good' | 'bad' | 'look' | 'busy' | 'plain' | 'person'

const signs: Record<Tone, string> = {
  good: 'M3 8.5 6.5 12 13 4.5',
  bad: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  look: 'M8 2 1.5 14h13ZM8 7v2.5M8 11.8v.1',
  busy: 'M8 2a6 6 0 1 1-6 6',
  plain: 'M4 8h8',
  person: 'M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM3 14c.5-6 9.5-6 10 0',
}

const tones = {
  active: 'good',
  inactive: 'plain',
  connecting: 'busy',
  error: 'bad',
  healthy: 'good',
  unhealthy: 'bad',
  unknown: 'plain',
  enabled: 'good',
  disabled: 'plain',
  Viewer: 'person',
  Manager: 'person',
  Editor: 'person',
  Administrator: 'person',
  Recorder: 'person',
  noRole: 'look',
  accountOpen: 'good',
  accountClosed: 'plain',
  accountMissing: 'look',
  accountElsewhere: 'plain',
  DRAFT: 'plain',
  published: 'good',
  archived: 'plain',
  completed: 'good',
  in_progress: 'busy',
  pending: 'plain',
  failed: 'bad',
  delivered: 'good',
  passed: 'good',
  skipped: 'plain',
  compliant: 'good',
  non_compliant: 'bad',
  review_required: 'look',
  met: 'good',
  notMet: 'bad',
  asExpected: 'good',
  notAsExpected: 'bad',
  ok: 'good',
  bad_credentials: 'bad',
  missing_permission: 'bad',
  not_found: 'bad',
  invalid_configuration: 'bad',
  clock_skew: 'bad',
  rate_limited: 'look',
  vendor_unavailable: 'look',
  timeout: 'look',
  network_error: 'look',
  blocked_host: 'bad',
  unexpected_response: 'bad',
} satisfies Record<string, Tone>

export type StatusValue = keyof typeof tones
