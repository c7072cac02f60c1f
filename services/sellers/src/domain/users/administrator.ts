import type { Actor } from '@souk/contracts'

/** The author of a change; null for services. */
export const administratorIdOf = (actor: Actor): string | null =>
  actor.type === 'user' || actor.type === 'secret-key' ? actor.id : null
