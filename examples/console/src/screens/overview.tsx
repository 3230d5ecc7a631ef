import { SimpleGrid, Text } from '@mantine/core'
import { useApi } from '../api.ts'
import { Screen } from '../parts/screen.tsx'
import { texts } from '../texts.ts'

/** Who is signed in, with which roles. */
export function Overview() {
  const { me, instance } = useApi()
  return (
    <Screen title={texts.overview.title(instance)}>
      <SimpleGrid cols={1}>
        <Text>{texts.overview.person(me.user?.name ?? me.subject)}</Text>
        <Text>{texts.overview.roles(me.roles.map((role) => texts.callerRoles[role]))}</Text>
      </SimpleGrid>
    </Screen>
  )
}
