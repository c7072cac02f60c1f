import type { Actor } from '@souk/contracts'

/** The member who sent a request, if any. */
export const submitterOf = (actor: Actor) => (actor.type === 'member' ? { submitter_id: actor.id } : {})
