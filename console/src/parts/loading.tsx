import { Center, Loader } from '@mantine/core'
import { texts } from '../texts.ts'

export function Loading() {
  return (
    <Center p="xl">
      <Loader role="status" aria-label={texts.loading} />
    </Center>
  )
}
