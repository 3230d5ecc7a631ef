/** Many options scroll by themselves. Mantine's own area around them scrolls, too, but not by keyboard, as axe says. */
export const scrollingOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: '15rem', overflowY: 'auto' } },
} as const
