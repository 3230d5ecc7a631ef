import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { Failure } from './failure.tsx'
import classes from './form-actions.module.css'
import { PendingButton } from './pending-button.tsx'

/** What ends a form. Its buttons stay in view, however long the form is. */
export function FormActions({ save, error, isPending, cancel, form, before, children }: FormActionsProps) {
  return (
    <>
      {error !== undefined && error !== null && <Failure error={error} />}
      <Group className={classes.actions} justify="end">
        <Text size="sm" c="dimmed" className={classes.required}>
          <Text component="span" inherit c="var(--mantine-color-error)">
            *
          </Text>{' '}
          {texts.required}
        </Text>
        {before}
        {cancel && (
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
        <PendingButton type="submit" form={form} variant={children ? 'default' : 'filled'} isPending={isPending}>
          {save}
        </PendingButton>
        {children}
      </Group>
    </>
  )
}

interface FormActionsProps {
  /** The label of the button that saves. */
  save: string
  /** Why the last save failed. */
  error?: unknown
  isPending: boolean
  /** Undefined where there is nothing to take back. */
  cancel?: (() => void) | undefined
  /** The id of the form, where the buttons are outside of it. */
  form?: string
  /** What helps to decide whether to save, such as a test of what was typed. */
  before?: ReactNode
  /** What else can be done with what was typed, such as to publish it. */
  children?: ReactNode
}
