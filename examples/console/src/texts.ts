import type { Texts } from './texts/en.ts'

const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The texts of the console in the language of the reader. Those of other languages are not loaded. */
export const language = readLanguage()
export const { texts }: { texts: Texts } =
  language === 'de' ? await import('./texts/de.ts') : await import('./texts/en.ts')

/** What somebody has chosen, else what the browser asks for. */
function readLanguage(): Language {
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages]
  const known = wanted.flatMap((tag) => languages.filter((name) => tag.toLowerCase().startsWith(name)))
  return known[0] ?? 'en'
}

/** The page is loaded again in the other language. */
export function changeLanguage(): void {
  localStorage.setItem('language', language === 'de' ? 'en' : 'de')
  location.reload()
}
