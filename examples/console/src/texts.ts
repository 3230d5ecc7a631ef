import type {
  Agent,
  AgentType,
  IntegrationStatus,
  PageInfo,
  PolicyStatus,
  Role,
  TwuModelStatus,
  WorkLedgerActors,
  WorkLedgerStatus,
} from '@instance-admin/sdk'

/** Every text of the console. What the service says (faults, outcomes of tests) comes from the service. */
export const texts = {
  console: 'Console',
  menu: 'Menu',
  signOut: 'Sign out',
  light: 'Light',
  dark: 'Dark',
  offline: 'You are offline. What you see may be old, and nothing can be saved.',
  loading: 'Loading',
  never: 'never',
  yes: 'Yes',
  no: 'No',
  none: '–',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  all: 'All',
  back: 'Back to the list',
  details: 'Details',

  failure: { title: 'This did not work', requestId: 'Request id', retry: 'Try again' },

  list: {
    empty: 'Nothing found.',
    more: 'Show more',
    shown: (shown: number, { totalElements, totalIsExact }: PageInfo) =>
      `${shown} of ${totalIsExact ? '' : 'more than '}${totalElements}`,
  },

  conflict: {
    title: 'Somebody else was faster',
    explanation: 'This was changed after you opened it. These fields differ:',
    field: 'Field',
    mine: 'Yours',
    theirs: 'Theirs',
    keepMine: 'Save mine over it',
    takeTheirs: 'Take theirs',
    goOn: 'Go on editing',
  },

  chooseInstance: {
    label: 'Instance',
    hint: 'The identifier of the instance that you want to administer.',
    open: 'Open',
  },

  overview: {
    title: (instance: string) => `Instance ${instance}`,
    person: (name: string) => `You are signed in as ${name}.`,
    roles: (roles: string[]) =>
      roles.length === 0
        ? 'You have no roles here. Ask an administrator.'
        : `Your roles: ${roles.join(', ')}.`,
  },

  roles: {
    Viewer: 'Viewer',
    Manager: 'Manager',
    Editor: 'Editor',
    Administrator: 'Administrator',
  } satisfies Record<Role, string>,

  users: {
    title: 'Users',
    create: 'New user',
    search: 'Search username, email or name',
    username: 'Username',
    email: 'Email',
    name: 'First name',
    middleName: 'Middle name',
    familyName: 'Family name',
    roles: 'Roles',
    role: 'Role',
    enabled: 'Can sign in',
    disabled: 'Disabled',
    temporaryPassword: 'Temporary password',
    passwordHint: '12 to 128 characters. It must be changed at the first sign-in.',
    newPassword: 'New temporary password',
    enable: 'Enable',
    disable: 'Disable',
    created: (name: string) => `${name} can sign in with the temporary password.`,
    saved: (name: string) => `${name} was saved.`,
    updatedAt: 'Changed',
  },

  agents: {
    title: 'Agents',
    types: { AI: 'AI', HUMAN: 'Human' } satisfies Record<AgentType, string>,
    priorities: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<
      NonNullable<Agent['priority']>,
      string
    >,
  },

  integrations: {
    title: 'Integrations',
    statuses: {
      active: 'Active',
      inactive: 'Inactive',
      connecting: 'Connecting',
      error: 'Error',
    } satisfies Record<IntegrationStatus, string>,
  },

  models: {
    title: 'TWU models',
    statuses: { DRAFT: 'Draft', published: 'Published', archived: 'Archived' } satisfies Record<
      TwuModelStatus,
      string
    >,
    create: 'New model',
    name: 'Name',
    description: 'Description',
    status: 'Status',
    version: 'Version',
    draftVersion: 'Draft version',
    updatedAt: 'Changed',
    publishedAt: 'Published',
    numbered: (version: number) => `Version ${version}`,
    titleOf: (name: string, version: number, status: TwuModelStatus) =>
      `${name}, version ${version} (${texts.models.statuses[status].toLowerCase()})`,

    versions: 'Versions',
    createVersion: 'New version',
    openDraft: 'Open the draft',
    openModel: 'All versions',
    archive: 'Archive',
    archiveNumbered: (version: number) => `Archive version ${version}`,
    archiveHint: 'An archived version can be read and is no longer for use. It stays archived.',
    discardHint: 'This version was never published. Archiving it discards the draft.',
    archived: (version: number) => `Version ${version} is archived.`,

    saveDraft: 'Save draft',
    publish: 'Publish',
    saved: (version: number) => `Version ${version} was saved.`,
    published: (version: number) => `Version ${version} is published.`,
    entities: 'Entities',
    actions: 'Actions',
    events: 'Events',
    outcomes: 'Outcomes',
    attributes: 'Attributes',
    kinds: {
      entities: 'entity',
      actions: 'action',
      events: 'event',
      outcomes: 'outcome',
      attributes: 'attribute',
    },
    add: (kind: string) => `Add ${kind}`,
    remove: (kind: string, name: string) => `Remove ${kind} ${name}`,
    row: (kind: string, number: number) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`,
    entity: 'Entity',
    action: 'Action',
    actors: 'Actors',
    actorNames: { AI: 'AI', HUMAN: 'Human' },
    type: 'Type',
    types: {
      string: 'Text',
      number: 'Number',
      integer: 'Whole number',
      boolean: 'Yes or no',
      timestamp: 'Time',
    },
    expression: 'Expression',
    expressionHint: 'CEL over the list of operations, such as sum(operations.map(o, o.cost)).',
    unit: 'Unit',

    compare: 'Compare versions',
    from: 'From version',
    to: 'To version',
    choose: 'Choose two versions.',
    same: 'Nothing differs.',
    general: 'Model',
    change: 'Change',
    changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
    attribute: (name: string) => `Attribute ${name}`,
    actor: 'Actor',
    fact: (label: string, text: string) => `${label}: ${text}`,
  },

  ledger: {
    title: 'Work ledger',
    statuses: {
      completed: 'Completed',
      in_progress: 'In progress',
      pending: 'Pending',
      failed: 'Failed',
    } satisfies Record<WorkLedgerStatus, string>,
    policyStatuses: {
      compliant: 'Compliant',
      non_compliant: 'Not compliant',
      review_required: 'Review required',
    } satisfies Record<PolicyStatus, string>,
    actors: { AI: 'AI alone', HUMAN: 'Humans alone', HYBRID: 'AI and humans' } satisfies Record<
      WorkLedgerActors,
      string
    >,
  },
}
