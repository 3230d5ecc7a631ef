import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { isApiError } from '@instance-admin/sdk'
import { texts } from '../texts.ts'
import { BackLink } from './back-link.tsx'
import type { ListPath } from './places.ts'
import { Screen } from './screen.tsx'

/**
 * What went wrong in the words of the service, the id of the request for whoever has to look into it, and a way on. That something
 * does not exist is no failure: an old link leads there.
 */
export function Failure({ error, retry, backTo }: FailureProps) {
  if (backTo && isApiError(error) && error.status === 404)
    return (
      <Screen title={texts.gone.title} backTo={backTo}>
        <Text>{texts.gone.explanation}</Text>
      </Screen>
    )
  const requestId = isApiError(error) ? error.requestId : null
  const faults = isApiError(error) ? error.errors : []
  const { title, reason } = readFailure(error)
  return (
    <Alert role="alert" title={title} bd="1px solid var(--mantine-color-error)" my="md">
      {faults.length > 1 ? (
        <Text component="ul" size="sm" m={0} pl="md">
          {faults.map(({ message }, at) => (
            <li key={at}>{message}</li>
          ))}
        </Text>
      ) : (
        <Text size="sm">{reason}</Text>
      )}
      {requestId !== null && (
        <Text size="sm" mt="xs">
          {texts.failure.requestId} <Code>{requestId}</Code>
        </Text>
      )}
      <Group mt="sm">
        {retry && (
          <Button variant="default" size="xs" onClick={retry}>
            {texts.failure.retry}
          </Button>
        )}
        {backTo && <BackLink to={backTo} />}
      </Group>
    </Alert>
  )
}

/** An error of the SDK says first what was asked for: "Failed to create agent: ...". */
function readFailure(error: unknown): { title: string; reason: string } {
  const message = error instanceof Error ? error.message : String(error)
  const [title = '', ...rest] = message.split(': ')
  return rest.length > 0 ? { title, reason: rest.join(': ') } : { title: texts.failure.title, reason: message }
}

export function sayFailure(error: unknown): string {
  return readFailure(error).reason
}

interface FailureProps {
  error: unknown
  retry?: () => void
  /** The list that what was asked for would be in. */
  backTo?: ListPath
}
