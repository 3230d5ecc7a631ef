import { Input, Textarea } from '@mantine/core'
import { Suspense, useId, type ReactNode } from 'react'
import type { EditorProps } from '../../expression/editor.tsx'
import { lazyPart } from '../../parts/online.ts'
import { texts } from '../../texts.ts'

/** Its code comes when there is an expression to edit. */
const Editor = lazyPart(() => import('../../expression/editor.tsx'), 'Editor')

/** A field for an expression. What the service says of it stands under it, and its place is marked in it. */
export function ExpressionInput({ value = '', onChange, error, fault, vocabulary, hint, label }: ExpressionInputProps) {
  const id = useId()
  const [labelId, errorId, hintId] = [`${id}-label`, `${id}-error`, `${id}-hint`]
  const attributes = {
    'aria-labelledby': labelId,
    'aria-describedby': error ? `${errorId} ${hintId}` : hintId,
    'aria-invalid': String(Boolean(error)),
    spellcheck: 'false',
  }
  return (
    <Input.Wrapper
      label={label ?? texts.models.expression}
      description={value === '' && hint}
      error={error}
      labelElement="div"
      labelProps={{ id: labelId }}
      errorProps={{ id: errorId }}
      descriptionProps={{ id: hintId }}
    >
      <Suspense fallback={<Textarea value={value} readOnly aria-labelledby={labelId} />}>
        <Editor value={value} onChange={onChange} attributes={attributes} fault={fault} vocabulary={vocabulary} />
      </Suspense>
    </Input.Wrapper>
  )
}

interface ExpressionInputProps extends Pick<EditorProps, 'onChange' | 'fault' | 'vocabulary'> {
  value?: string
  label?: string
  hint: string
  error?: ReactNode
}
