import { language } from '../texts.ts'

const en = {
  work: 'Work',
  sides: 'Agent',
  settings: 'Settings',
  unknown: 'not an agent of this instance',
  sumsAre: 'Figures of work are those of the last 30 days.',
  deleted: 'This agent was deleted. Its work stays.',
  neverExisted: 'This instance never had an agent with this id: only reports of work name it.',
  nothing: 'It did nothing in these days.',
  executions: 'Executions',
  openReviews: 'Open reviews',
  costPerExecution: 'Cost per execution',
  tokens: 'Tokens',
  aiModel: 'AI model',
  aiModels: 'By AI model',
  noAiModel: 'No AI model named',
  notFailed: 'Not failed',
  costPer: { day: 'Cost per day', week: 'Cost per week', month: 'Cost per month' },
  executionsPer: { day: 'Executions per day', week: 'Executions per week', month: 'Executions per month' },
  /** In whole percent; null where there was nothing before. */
  compared(percent: number | null, days: number, isNumber = false) {
    if (percent === null) return `None in the ${days} days before`
    if (percent === 0) return `As in the ${days} days before`
    const size = `${Math.abs(percent).toLocaleString('en')}%`
    return `${size} ${percent > 0 ? 'more' : isNumber ? 'fewer' : 'less'} than in the ${days} days before`
  },
  before: (number: string, days: number) => `${number} in the ${days} days before`,
  decided: (now: string, before: string, days: number) => `${now} decided; ${before} in the ${days} days before`,
  unknownCosts: (count: number) =>
    count === 1
      ? 'without 1 operation of unknown cost'
      : `without ${count.toLocaleString('en')} operations of unknown cost`,
  addPrice: 'add a price',
  tokensRead: (read: string, cached: string, written: string) =>
    `${read} read, of which ${cached} from a cache; ${written} written`,
}

const de: typeof en = {
  work: 'Arbeit',
  sides: 'Agent',
  settings: 'Einstellungen',
  unknown: 'kein Agent dieser Instanz',
  sumsAre: 'Zahlen zur Arbeit sind die der letzten 30 Tage.',
  deleted: 'Dieser Agent wurde gelöscht. Seine Arbeit bleibt.',
  neverExisted: 'Diese Instanz hatte nie einen Agenten mit dieser Kennung: Nur Berichte über Arbeit nennen ihn.',
  nothing: 'In diesen Tagen hat er nichts getan.',
  executions: 'Ausführungen',
  openReviews: 'Offene Prüfungen',
  costPerExecution: 'Kosten je Ausführung',
  tokens: 'Tokens',
  aiModel: 'KI-Modell',
  aiModels: 'Nach KI-Modell',
  noAiModel: 'Kein KI-Modell genannt',
  notFailed: 'Nicht gescheitert',
  costPer: { day: 'Kosten je Tag', week: 'Kosten je Woche', month: 'Kosten je Monat' },
  executionsPer: { day: 'Ausführungen je Tag', week: 'Ausführungen je Woche', month: 'Ausführungen je Monat' },
  compared(percent, days) {
    if (percent === null) return `Nichts in den ${days} Tagen davor`
    if (percent === 0) return `Wie in den ${days} Tagen davor`
    const size = `${Math.abs(percent).toLocaleString('de')} %`
    return `${size} ${percent > 0 ? 'mehr' : 'weniger'} als in den ${days} Tagen davor`
  },
  before: (number, days) => `${number} in den ${days} Tagen davor`,
  decided: (now, before, days) => `${now} entschieden; ${before} in den ${days} Tagen davor`,
  unknownCosts: (count) =>
    count === 1
      ? 'ohne 1 Schritt mit unbekannten Kosten'
      : `ohne ${count.toLocaleString('de')} Schritte mit unbekannten Kosten`,
  addPrice: 'Preis anlegen',
  tokensRead: (read, cached, written) => `${read} gelesen, davon ${cached} aus einem Cache; ${written} geschrieben`,
}

/** Texts of what agents did, which only the screens that show it load. */
export const workTexts = { en, de }[language]
