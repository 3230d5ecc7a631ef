import { describeIsolation } from '../helpers/isolation-of-instances.ts'

// `isolation-of-instances.heavy.test.ts` has both instances and every role.
describeIsolation([
  ['acme', 'shared', 'Administrator'],
  ['acme', 'own', 'Administrator'],
  ['other', 'shared', 'Editor'],
])
