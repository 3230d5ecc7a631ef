import { Button, Loader, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

/** A button that does nothing while what it began is under way. A disabled one would lose the focus. */
export function PendingButton({ isPending, onClick, ...props }: PendingButtonProps) {
  return (
    <Button
      {...props}
      aria-disabled={isPending}
      leftSection={isPending && <Loader aria-hidden size="1em" color="currentColor" />}
      onClick={(event) => {
        if (isPending) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

interface PendingButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  isPending: boolean
}
