import { createTheme } from '@mantine/core'

/** Shades that keep a contrast of 4.5 to 1 on light and on dark (WCAG 2.2 AA). */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
})
