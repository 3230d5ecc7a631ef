import { Alert, Button, Code, Text } from '@mantine/core'
import { isApiError } from '@instance-admin/sdk'
import { texts } from '../texts.ts'

/** What went wrong in the words of the service, the id of the request for whoever has to look into it, and a way on. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = isApiError(error) ? error.requestId : null
  return (
    <Alert role="alert" title={texts.failure.title} bd="1px solid var(--mantine-color-error)" my="md">
      <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
      {requestId !== null && (
        <Text size="sm" mt="xs">
          {texts.failure.requestId} <Code>{requestId}</Code>
        </Text>
      )}
      {retry && (
        <Button variant="default" size="xs" mt="sm" onClick={retry}>
          {texts.failure.retry}
        </Button>
      )}
    </Alert>
  )
}
