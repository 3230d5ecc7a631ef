import { useWindowEvent } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { Failure } from '../parts/failure.tsx'

/** In place of a screen that could not be loaded. It is loaded again when somebody asks, or when there is a network again. */
export function RouteFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const retry = () => void router.invalidate()
  useWindowEvent('online', retry)
  return <Failure error={error} retry={retry} />
}
