import { Button, Container, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { texts } from '../texts.ts'

/** Where somebody lands who named no instance. */
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
      <Title order={1} mb="md">
        {texts.console}
      </Title>
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
