import { Container, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { texts } from '../texts.ts'
import { ButtonLink } from './link.tsx'

/** For an address that leads nowhere, with the way back. */
export function NotFound() {
  const { instance } = useParams({ strict: false })
  return (
    <Container
      component={instance === undefined ? 'main' : 'div'}
      size="sm"
      p={instance === undefined ? 'xl' : 0}
      mx={0}
    >
      <Stack align="start">
        <title>{`${texts.notFound.title} · ${texts.console}`}</title>
        <Title order={1} size="h2" tabIndex={-1}>
          {texts.notFound.title}
        </Title>
        <Text>{texts.notFound.explanation}</Text>
        {instance === undefined ? (
          <ButtonLink to="/">{texts.chooseInstance.other}</ButtonLink>
        ) : (
          <ButtonLink to="/$instance" params={{ instance }}>
            {texts.overview.open}
          </ButtonLink>
        )}
      </Stack>
    </Container>
  )
}
