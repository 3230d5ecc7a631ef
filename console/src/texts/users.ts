import type { Role } from '@instance-admin/sdk'
import { language } from '../texts.ts'

const en = {
  deleteHint:
    'The person is signed out at once, and everything known about them is erased. Their work stays in the ledger. This cannot be undone.',
  roleHints: {
    Viewer: 'Sees agents, integrations, models and the work ledger.',
    Manager: 'Sees all that, and users and changes. Decides reviews.',
    Administrator: 'Does everything: manages users, webhooks, and all that Editors and Managers do.',
    Editor: 'Sees and changes agents, integrations and models. Does not see the work ledger.',
  } satisfies Record<Role, string>,
  withoutRole: 'Without a role this person can sign in, but sees nothing here.',
  canSignIn: (name: string) => `${name} can sign in`,
  passOn: 'Pass it on now: it is not shown again. It must be changed at the first sign-in.',
  account: 'Account',
  password: 'Password',
  temporary: 'Temporary, not replaced yet',
  chosen: 'Chosen by the person',
  lastSignIn: 'Last sign-in',
  refused: 'Different at the identity provider',
  changing: 'Last change',
  changingHint: 'Being sent to the identity provider',
}

const de: typeof en = {
  deleteHint:
    'Die Person ist sofort abgemeldet, und alles, was über sie bekannt ist, wird gelöscht. Ihre Arbeit bleibt im Arbeitsbuch. Das lässt sich nicht rückgängig machen.',
  roleHints: {
    Viewer: 'Sieht Agenten, Integrationen, Modelle und das Arbeitsbuch.',
    Manager: 'Sieht das alles, dazu Benutzer und Änderungen. Entscheidet Prüfungen.',
    Administrator: 'Darf alles: verwaltet Benutzer, Webhooks und alles, was Bearbeiter und Manager tun.',
    Editor: 'Sieht und ändert Agenten, Integrationen und Modelle. Sieht das Arbeitsbuch nicht.',
  },
  withoutRole: 'Ohne Rolle kann sich diese Person anmelden, sieht hier aber nichts.',
  canSignIn: (name) => `${name} kann sich anmelden`,
  passOn:
    'Geben Sie es jetzt weiter: Es wird nicht wieder angezeigt. Bei der ersten Anmeldung muss es geändert werden.',
  account: 'Konto',
  password: 'Passwort',
  temporary: 'Vorläufig, noch nicht ersetzt',
  chosen: 'Selbst gewählt',
  lastSignIn: 'Letzte Anmeldung',
  refused: 'Beim Identitätsanbieter anders',
  changing: 'Letzte Änderung',
  changingHint: 'Wird an den Identitätsanbieter gesendet',
}

/** Texts of one user, which the list of users does not load. */
export const userTexts = { en, de }[language]
