/**
 * Words of made-up entries. Where a list is used "the first ones far more often", its order matters: so that there are
 * search terms of every frequency.
 */
export const processes: List<Process> = [
  {
    models: ['Refund handling', 'Goodwill refund'],
    entity: 'order',
    label: 'Order',
    prefix: '',
    seconds: 240,
    titles: [
      ({ number }) => `Refund order ${number}`,
      ({ number, company }) => `Refund order ${number} to ${company}`,
      ({ company }) => `Partial refund for ${company}`,
    ],
    steps: [
      ({ number }) => `Checked order ${number} against the refund policy and paid the amount back.`,
      ({ company }) => `Compared the claim of ${company} with the delivery note.`,
      () => 'Looked up the payment and prepared the refund.',
    ],
    reasons: [
      'The goods arrived damaged.',
      'The customer withdrew within 14 days.',
      'The amount was charged twice.',
      'The delivery was a week late.',
      'A 10 % voucher had not been deducted.',
    ],
  },
  {
    models: ['Ticket triage', 'Ticket reply', 'Escalation routing'],
    entity: 'ticket',
    label: 'Ticket',
    prefix: 'T',
    seconds: 90,
    titles: [
      ({ number }) => `Classify ticket ${number}`,
      ({ number, company }) => `Answer ticket ${number} of ${company}`,
      ({ company }) => `Route a question from ${company}`,
    ],
    steps: [
      ({ number }) => `Read ticket ${number} and assigned it to a queue.`,
      ({ company }) => `Drafted an answer for ${company} from the knowledge base.`,
      ({ manager }) => `Handed the conversation over to ${manager}.`,
    ],
    reasons: [
      'It is about a login that fails.',
      'It is about an invoice.',
      'The customer asks for a feature.',
      'The export stops half-way.',
      'It came in twice.',
    ],
  },
  {
    models: ['Invoice check', 'Invoice coding'],
    entity: 'invoice',
    label: 'Invoice',
    prefix: 'INV',
    seconds: 180,
    titles: [
      ({ number }) => `Verify invoice ${number}`,
      ({ number, company }) => `Match invoice ${number} from ${company}`,
      ({ company }) => `Code an invoice of ${company}`,
    ],
    steps: [
      ({ number }) => `Compared invoice ${number} with order and goods receipt.`,
      ({ company }) => `Checked bank details and tax number of ${company}.`,
      () => 'Assigned cost centre and account.',
    ],
    reasons: [
      'All amounts agree.',
      'Invoice and order differ by the freight.',
      'The tax rate is not the one of the contract.',
      'The purchase order PO_48 is closed.',
      'Two positions are missing.',
    ],
  },
  {
    models: ['Contract review', 'Contract renewal'],
    entity: 'contract',
    label: 'Contract',
    prefix: 'C',
    seconds: 1500,
    titles: [
      ({ company }) => `Review the contract with ${company}`,
      ({ number, company }) => `Renew contract ${number} with ${company}`,
    ],
    steps: [
      ({ number }) => `Read contract ${number} clause by clause and marked deviations from the standard.`,
      ({ company }) => `Summarised what ${company} changed since the last draft.`,
    ],
    reasons: [
      'The liability cap is lower than usual.',
      'Nothing deviates from the standard.',
      'The notice period was shortened.',
      'The data processing agreement is missing.',
    ],
  },
  {
    models: ['Customer onboarding', 'Know your customer'],
    entity: 'customer',
    label: 'Customer',
    prefix: 'K',
    seconds: 900,
    titles: [
      ({ company }) => `Onboard ${company}`,
      ({ number, company }) => `Identify ${company} (${number})`,
    ],
    steps: [
      ({ company }) => `Collected register extract and owners of ${company}.`,
      ({ number }) => `Set up customer ${number} in billing and support.`,
    ],
    reasons: [
      'No entry on a sanctions list.',
      'The register extract is older than three months.',
      'A beneficial owner has to be confirmed.',
    ],
  },
  {
    models: ['Claim assessment', 'Fraud screening'],
    entity: 'claim',
    label: 'Claim',
    prefix: 'CL',
    seconds: 600,
    titles: [
      ({ number }) => `Assess claim ${number}`,
      ({ number, company }) => `Screen claim ${number} of ${company}`,
    ],
    steps: [
      ({ number }) => `Estimated the damage of claim ${number} from the photographs.`,
      ({ company }) => `Compared the claim with earlier ones of ${company}.`,
    ],
    reasons: [
      'The estimate is within the limit.',
      'The photographs show another vehicle.',
      'The deductible exceeds the damage.',
    ],
  },
  {
    models: ['Candidate screening', 'Employee onboarding'],
    entity: 'candidate',
    label: 'Candidate',
    prefix: 'P',
    seconds: 420,
    titles: [
      ({ number }) => `Screen candidate ${number}`,
      ({ number, manager }) => `Prepare the first day of ${number} with ${manager}`,
    ],
    steps: [
      ({ number }) => `Compared the documents of candidate ${number} with the job description.`,
      ({ manager }) => `Ordered equipment and accounts for the team of ${manager}.`,
    ],
    reasons: ['All must-haves are met.', 'A work permit is needed.', 'References were asked for.'],
  },
  {
    models: ['Purchase approval'],
    entity: 'requisition',
    label: 'Requisition',
    prefix: 'R',
    seconds: 150,
    titles: [
      ({ number }) => `Approve requisition ${number}`,
      ({ company }) => `Compare the offer of ${company}`,
    ],
    steps: [
      ({ number }) => `Checked the budget for requisition ${number}.`,
      ({ company }) => `Compared three offers; ${company} is the cheapest.`,
    ],
    reasons: ['It is within the budget.', 'It needs a second signature.', 'The supplier is not listed.'],
  },
  {
    models: ['Subscription cancellation', 'Address change'],
    entity: 'subscription',
    label: 'Subscription',
    prefix: 'S',
    seconds: 60,
    titles: [
      ({ number }) => `Cancel subscription ${number}`,
      ({ company }) => `Change the address of ${company}`,
    ],
    steps: [
      ({ number }) => `Found the term of subscription ${number} and confirmed its end.`,
      ({ company }) => `Changed the address of ${company} in three systems.`,
    ],
    reasons: ['The notice came in time.', 'The new address could not be verified.'],
  },
  {
    models: ['Data subject request'],
    entity: 'request',
    label: 'Request',
    prefix: 'DSR',
    seconds: 2400,
    titles: [({ number }) => `Answer data subject request ${number}`],
    steps: [
      ({ number }) => `Collected the personal data for request ${number} and blacked out third parties.`,
    ],
    reasons: ['The identity was confirmed.', 'The period was extended by a month.'],
  },
]

/** Sentences in this share of all descriptions; the word in `term` stands nowhere else. */
export const remarks = [
  { share: 0.01, term: 'escalated', text: 'It was escalated to the second level.' },
  { share: 0.001, term: 'chargeback', text: 'The bank announced a chargeback.' },
  { share: 0.0001, term: 'ombudsman', text: 'The ombudsman asked for a statement.' },
] as const

export const companies: { names: List<string>; trades: List<string>; forms: List<string> } = {
  names:
    words(`Northwind Brightwater Halden Castellan Meridian Okafor Lindqvist Redwood Silverlake Ashgrove Tanaka Müller
    Fairbanks Orchard Pinnacle Riverside Calloway Bergström Holloway Kestrel Marlowe Nakamura Oakhurst Petrova
    Quillfeather Rosenthal Stonebridge Thornbury Underwood Vasquez Whitlock Yamada Zielinski Abernathy Blackwood Carmichael
    Dunmore Eastwick Fitzgerald Greystone Hawthorne Ironside Jessop Kowalczyk Larkspur Montague Nightingale Ostrander
    Pemberton Quimby Ravenscroft Sandoval Tillinghast Ullman Vandermeer Wolcott Xanthopoulos Yarborough Zimmermann Łukasik
    Ångström Dvořák Çelik Gürtner Ørsted Peña São-Bento Íñiguez Şahin Žižka`),
  trades:
    words(`Logistics Foods Systems Retail Insurance Energy Textiles Pharma Robotics Timber Shipping Optics Ceramics
    Aviation Publishing Breweries Bicycles Clockworks Lighthouses Observatories`),
  forms: words('Ltd Inc. GmbH AG S.A. B.V. AB Oy plc K.K. Kft. ehf.'),
}

export const managers: List<string> = [
  'Amara Diallo',
  'Jonas Weber',
  'Priya Raman',
  'Sofia Rossi',
  'Liam Murphy',
  'Chen Wei',
  'Zoë Dubois',
  'Mateusz Nowak',
  'Fatima Zahra',
  'Björn Eklund',
  "Siobhán O'Neill",
  'Nguyễn Thị Hoa',
]

function words(text: string): List<string> {
  const [first = '', ...others] = text.split(/\s+/)
  return [first, ...others]
}

export type List<Value> = readonly [Value, ...Value[]]

export interface Process {
  models: List<string>
  /** Begins entity ids. */
  entity: string
  /** Begins display names. */
  label: string
  /** Begins numbers. */
  prefix: string
  /** Median active time of a person. */
  seconds: number
  titles: List<(subject: Subject) => string>
  steps: List<(subject: Subject) => string>
  reasons: List<string>
}

/** What an entry is about. */
export interface Subject {
  number: string
  company: string
  manager: string
}
