import { Textarea, type TextareaProps } from '@mantine/core'
import { texts } from '../texts.ts'

/** A field for an expression, in letters of equal width and without red lines of a spelling checker. */
export function ExpressionInput(props: TextareaProps) {
  return (
    <Textarea
      label={texts.models.expression}
      autosize
      minRows={2}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...props}
    />
  )
}
