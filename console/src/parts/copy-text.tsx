import { Button, CopyButton } from '@mantine/core'
import { texts } from '../texts.ts'

/** Copies a text, and says for a moment that it did. */
export function CopyText({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? texts.copied : texts.copy}
        </Button>
      )}
    </CopyButton>
  )
}
