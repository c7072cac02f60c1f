import type { Actor } from '@souk/contracts'

/** The member that a request comes from, where one does. */
export const submitterOf = (actor: Actor) => (actor.type === 'member' ? { submitter_id: actor.id } : {})
