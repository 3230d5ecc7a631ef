import type { Fault } from '../../../contract/types.ts'

/** 409: another user of the instance has the username, the email address or both. */
export function namesTaken(taken: { username: boolean; email: boolean }) {
  const errors: Fault[] = []
  if (taken.username) errors.push(fault('/username', 'username'))
  if (taken.email) errors.push(fault('/email', 'email address'))
  return {
    status: 409,
    problem: {
      code: taken.username ? 'username_taken' : 'email_taken',
      detail: `Another user of this instance has this ${taken.username ? 'username' : 'email address'}. Choose another.`,
      errors,
    },
  } as const
}

function fault(pointer: string, what: string): Fault {
  return { in: 'body', pointer, code: 'taken', message: `is the ${what} of another user` }
}
