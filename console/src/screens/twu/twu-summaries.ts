import type { TwuAction, TwuEvent } from '@instance-admin/sdk'
import { texts } from '../../texts.ts'

/** What an action is done to, and who may do it. */
export function sayAction({ entity, actors = [] }: Pick<TwuAction, 'entity' | 'actors'>): string {
  return [entity, ...actors.map((actor) => texts.models.actorNames[actor])].filter(Boolean).join(', ')
}

/** What an event happens to, and what causes it. */
export function sayEvent({ entity, action }: Pick<TwuEvent, 'entity' | 'action'>): string {
  return [entity, action].filter(Boolean).join(', ')
}
