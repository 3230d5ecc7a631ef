import { Button, Container, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { apiOf } from '../api.ts'
import mark from '../mark.svg?no-inline'
import { TextLink } from '../parts/link.tsx'
import { lastSignIn, shareSession } from '../session.ts'
import { texts } from '../texts.ts'

/** Where somebody lands who named no instance: with those of the token, for whoever has signed in. */
export function ChooseInstance() {
  const navigate = useNavigate()
  const [instance, setInstance] = useState('demo')
  const open = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/$instance', params: { instance } })
  }
  return (
    <Container component="main" size="xs" py="xl">
      <title>{texts.console}</title>
      <Group component="header" gap="sm" mb="lg">
        <img src={mark} alt="" width={40} height={40} />
        <Title order={1}>{texts.console}</Title>
      </Group>
      <OwnInstances />
      <form onSubmit={open}>
        <TextInput
          label={texts.chooseInstance.label}
          description={texts.chooseInstance.hint}
          value={instance}
          onChange={({ currentTarget }) => setInstance(currentTarget.value)}
          pattern="[A-Za-z0-9_\-]{1,64}"
          required
        />
        <Button type="submit" mt="md">
          {texts.chooseInstance.open}
        </Button>
      </form>
    </Container>
  )
}

function OwnInstances() {
  const last = lastSignIn()
  const { data: instances = [] } = useQuery({
    queryKey: ['instances of', last],
    queryFn: async ({ signal }) => {
      const api = last === null ? null : apiOf(last)
      // Asked without a token, the page would leave for the identity provider.
      return api?.session.isSignedIn() ? (await api.instances.queryFn({ signal })).items : []
    },
  })
  if (last === null || instances.length === 0) return null
  return (
    <Stack mb="lg" gap="xs">
      <Title order={2} size="h4">
        {texts.chooseInstance.yours}
      </Title>
      {instances.map(({ id, name, status }) =>
        status === 'active' ? (
          <TextLink key={id} to="/$instance" params={{ instance: id }} onClick={() => shareSession(last, id)}>
            {name}
          </TextLink>
        ) : (
          <Text key={id}>{texts.chooseInstance.suspended(name)}</Text>
        ),
      )}
    </Stack>
  )
}
