import { signs } from '../parts/signs.tsx'
import { texts } from '../texts.ts'

const labels = texts.menuGroups

/** Every screen that the menu and the search lead to, in groups. A caller whose roles do not open one does not see it. */
export const menu = [
  { label: null, screens: [{ to: '/$instance', label: texts.overview.menu, sign: signs.overview, opensBy: 'me' }] },
  {
    label: labels.team,
    screens: [
      { to: '/$instance/users', label: texts.users.title, sign: signs.users, opensBy: 'users.list' },
      { to: '/$instance/agents', label: texts.agents.title, sign: signs.agents, opensBy: 'agents.list' },
    ],
  },
  {
    label: labels.work,
    screens: [
      { to: '/$instance/work-ledger', label: texts.ledger.title, sign: signs.ledger, opensBy: 'workLedger.list' },
      { to: '/$instance/reviews', label: texts.reviews.title, sign: signs.reviews, opensBy: 'workLedger.review' },
      { to: '/$instance/twu-models', label: texts.models.title, sign: signs.models, opensBy: 'twuModels.list' },
      { to: '/$instance/prices', label: texts.prices, sign: signs.prices, opensBy: 'modelPrices.list' },
    ],
  },
  {
    label: labels.connections,
    screens: [
      {
        to: '/$instance/integrations',
        label: texts.integrations.title,
        sign: signs.integrations,
        opensBy: 'integrations.list',
      },
      { to: '/$instance/webhooks', label: texts.webhooks, sign: signs.webhooks, opensBy: 'webhooks.list' },
    ],
  },
  {
    label: labels.record,
    screens: [{ to: '/$instance/changes', label: texts.changes.title, sign: signs.changes, opensBy: 'changes.list' }],
  },
] as const
