import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { texts } from './texts.ts'

const named = { 'aria-label': texts.close }

/** Shades that keep a contrast of 4.5 to 1 on light and on dark (WCAG 2.2 AA). */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  respectReducedMotion: true,
  // Not by `Modal.extend`, which would load the dialogs before the first screen.
  components: {
    Alert: { defaultProps: { variant: 'default' } },
    NavLink: { vars: () => ({ root: { '--nl-color': 'var(--mantine-color-text)' }, children: {} }) },
    Notification: { defaultProps: { closeButtonProps: named } },
    // Its heading is no landmark of the page.
    Modal: {
      defaultProps: { closeButtonProps: named, attributes: { header: { role: 'none' } } },
      styles: { title: { fontWeight: 700 } },
    },
    Input: { styles: { input: { textOverflow: 'ellipsis' } } },
    // A hint is below its input, so that the inputs of a row are in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  },
})

/** Mantine's own shades of these are paler than 4.5 to 1. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-indigo-light-color': colors.indigo[9],
  },
  dark: {
    '--mantine-color-text': colors.gray[2],
    '--mantine-color-dimmed': colors.gray[5],
    '--mantine-color-placeholder': colors.gray[5],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors.indigo[3],
    '--mantine-color-indigo-light-color': colors.indigo[2],
  },
})
