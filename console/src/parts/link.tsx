import { Anchor, Button, NavLink } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** Mantine's links with the addresses of the router, so that a wrong one does not compile. */
export const TextLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(Button.withProps<'a'>({ component: 'a' })<'a'>)
export const MenuLink = createLink(NavLink<'a'>)
