import * as de from './texts/de.ts'
import * as en from './texts/en.ts'

const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The texts of the console in the language of the reader. All are loaded: to ask for one file more takes longer than they do. */
export const language = readLanguage()
export const { texts } = { en, de }[language]

/** What somebody has chosen, else what the browser asks for. */
function readLanguage(): Language {
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages]
  const known = wanted.flatMap((tag) => languages.filter((name) => tag.toLowerCase().startsWith(name)))
  return known[0] ?? 'en'
}

export function isLanguage(tag: string): tag is Language {
  return languages.some((name) => name === tag)
}

/** The page is loaded again in the chosen language. */
export function changeLanguage(chosen: Language): void {
  localStorage.setItem('language', chosen)
  location.reload()
}
