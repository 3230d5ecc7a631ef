import { Loader } from '@mantine/core'
import type { UserAccount as Account } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { userTexts } from '../../texts/users.ts'

const labels = texts.users

/** What the identity provider says of the account with which the user signs in. It is asked now, and may not answer. */
export function UserAccount({ userId }: { userId: string }) {
  const { queries } = useApi()
  const account = useQuery(queries.users.getAccount(userId))
  if (account.isPending) return <Loader size="sm" aria-label={texts.loading} />
  if (!account.data) return <Failure error={account.error} retry={() => void account.refetch()} />
  return <Facts facts={factsOf(account.data)} />
}

function factsOf({ state, hasTemporaryPassword, lastSignInAt, refused, isChanging }: Account) {
  const passwordState = hasTemporaryPassword ? userTexts.temporary : userTexts.chosen
  return [
    [userTexts.account, <Status key="state" value={statuses[state]} />],
    [userTexts.password, hasTemporaryPassword === null ? undefined : passwordState],
    [userTexts.lastSignIn, lastSignInAt === null ? undefined : <Time key="time" at={lastSignInAt} />],
    [userTexts.refused, refused?.map((field) => labels[field]).join(', ') || undefined],
    [userTexts.changing, isChanging ? userTexts.changingHint : undefined],
  ] as const
}

const statuses = {
  open: 'accountOpen',
  closed: 'accountClosed',
  missing: 'accountMissing',
  kept_elsewhere: 'accountElsewhere',
} as const
