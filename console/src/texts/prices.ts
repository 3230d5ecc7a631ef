import { language } from '../texts.ts'

const en = {
  hint: 'Prices of AI models give the cost of work that is reported with tokens and without a cost.',
  empty: 'No prices yet. Without them the cost of such work stays unknown.',
  perMillion: 'In US dollars per million tokens.',
  create: 'New price',
  first: 'Add your first price',
  submit: 'Save price',
  change: 'Change',
  changeNamed: (name: string) => `Change ${name}`,
  of: (model: string, day: string) => `the price of ${model} from ${day}`,
  saved: (name: string) => `Saved ${name}.`,
  deleted: (name: string) => `Deleted ${name}.`,
  deleteHint: 'The price before it then holds on. Costs that were computed by it stay as they are.',
  missing: 'Used in the last 30 days without a price',
  missingOf: (model: string, count: number) =>
    `${model} (${count === 1 ? '1 operation' : `${count.toLocaleString('en')} operations`})`,
  addFor: (name: string) => `Add a price for ${name}`,
  model: 'AI model',
  modelHint: 'Exactly as work names it.',
  validFrom: 'Valid from',
  validFromHint: 'It counts for what is reported from now on. What is stored stays as it is.',
  input: 'Input',
  cachedInput: 'Cached input',
  cacheWrite: 'Cache write',
  asInput: 'Leave empty for the price of input.',
  output: 'Output',
}

const de: typeof en = {
  hint: 'Preise von KI-Modellen ergeben die Kosten von Arbeit, die mit Tokens und ohne Kosten gemeldet wird.',
  empty: 'Noch keine Preise. Ohne sie bleiben die Kosten solcher Arbeit unbekannt.',
  perMillion: 'In US-Dollar je Million Tokens.',
  create: 'Neuer Preis',
  first: 'Den ersten Preis anlegen',
  submit: 'Preis speichern',
  change: 'Ändern',
  changeNamed: (name) => `${name} ändern`,
  of: (model, day) => `Preis von ${model} ab ${day}`,
  saved: (name) => `${name} wurde gespeichert.`,
  deleted: (name) => `${name} wurde gelöscht.`,
  deleteHint: 'Danach gilt der Preis davor weiter. Kosten, die damit berechnet wurden, bleiben, wie sie sind.',
  missing: 'In den letzten 30 Tagen ohne Preis benutzt',
  missingOf: (model, count) => `${model} (${count === 1 ? '1 Schritt' : `${count.toLocaleString('de')} Schritte`})`,
  addFor: (name) => `Preis anlegen für ${name}`,
  model: 'KI-Modell',
  modelHint: 'Genau so, wie Arbeit es nennt.',
  validFrom: 'Gültig ab',
  validFromHint: 'Er gilt für das, was ab jetzt gemeldet wird. Was gespeichert ist, bleibt, wie es ist.',
  input: 'Eingabe',
  cachedInput: 'Aus dem Cache',
  cacheWrite: 'In den Cache',
  asInput: 'Leer lassen für den Preis der Eingabe.',
  output: 'Ausgabe',
}

/** Texts of prices of AI models, which only the screens that show them load. */
export const priceTexts = { en, de }[language]
