import { language } from '../texts.ts'

const en = {
  work: 'Work',
  sides: 'Agent',
  settings: 'Settings',
  unknown: 'not an agent of this instance',
  sumsAre: 'Figures for the last 30 days.',
  deleted: 'This agent was deleted. Its work stays.',
  neverExisted: 'This instance never had an agent with this id: only reports of work name it.',
  nothing: 'No work in this period.',
  executions: 'Executions',
  openReviews: 'Open reviews',
  costPerExecution: 'Cost per execution',
  tokens: 'Tokens',
  aiModel: 'AI model',
  aiModels: 'By AI model',
  noAiModel: 'No AI model named',
  costPer: { day: 'Cost per day', week: 'Cost per week', month: 'Cost per month' },
  comparedWith: (days: number) => `Compared with the ${days} days before`,
  noneBefore: 'None before',
  before: (number: string) => `Before: ${number}`,
  decided: (now: string, before: string) => `${now} decided (before: ${before})`,
  unknownCosts: (count: number) =>
    count === 1
      ? 'excludes 1 operation of unknown cost'
      : `excludes ${count.toLocaleString('en')} operations of unknown cost`,
  addPrice: 'add a price',
  tokensRead: (read: string, cached: string, written: string) =>
    `${read} read, of which ${cached} from a cache; ${written} written`,
}

const de: typeof en = {
  work: 'Arbeit',
  sides: 'Agent',
  settings: 'Einstellungen',
  unknown: 'kein Agent dieser Instanz',
  sumsAre: 'Zahlen der letzten 30 Tage.',
  deleted: 'Dieser Agent wurde gelöscht. Seine Arbeit bleibt.',
  neverExisted: 'Diese Instanz hatte nie einen Agenten mit dieser Kennung: Nur Berichte über Arbeit nennen ihn.',
  nothing: 'Keine Arbeit in diesem Zeitraum.',
  executions: 'Ausführungen',
  openReviews: 'Offene Prüfungen',
  costPerExecution: 'Kosten je Ausführung',
  tokens: 'Tokens',
  aiModel: 'KI-Modell',
  aiModels: 'Nach KI-Modell',
  noAiModel: 'Kein KI-Modell genannt',
  costPer: { day: 'Kosten je Tag', week: 'Kosten je Woche', month: 'Kosten je Monat' },
  comparedWith: (days) => `Verglichen mit den ${days} Tagen davor`,
  noneBefore: 'Davor nichts',
  before: (number) => `Davor: ${number}`,
  decided: (now, before) => `${now} entschieden (davor: ${before})`,
  unknownCosts: (count) =>
    count === 1
      ? 'ohne 1 Schritt mit unbekannten Kosten'
      : `ohne ${count.toLocaleString('de')} Schritte mit unbekannten Kosten`,
  addPrice: 'Preis anlegen',
  tokensRead: (read, cached, written) => `${read} gelesen, davon ${cached} aus einem Cache; ${written} geschrieben`,
}

/** Texts of what agents did, which only the screens that show it load. */
export const workTexts = { en, de }[language]
