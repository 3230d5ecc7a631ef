import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { nameOfUser } from './user-name.ts'

/** The whole names of people by their ids, of those who are users now: records have usernames only. */
export function useNamesOfUsers(): ReadonlyMap<string, string> {
  const { queries, may } = useApi()
  const users = useQuery({ ...queries.users.list({ size: 200 }), enabled: may('users.list') })
  return new Map(users.data?.items.map((user) => [user.id, nameOfUser(user)]))
}
