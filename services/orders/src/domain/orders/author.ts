import { type Actor, administratorIdOf } from '@souk/contracts'

/** The id that changes of orders name: that of an administrator, a secret key or a seller's member; null for others. */
export const actorIdOf = (actor: Actor): string | null => (actor.type === 'member' ? actor.id : administratorIdOf(actor))

/** The author of a parcel, of a shipment and of a change of a draft's facts: a secret key stands for the user who made it. */
export const authorIdOf = (actor: Actor): string | null =>
  actor.type === 'secret-key' ? (actor.created_by ?? actor.id) : actorIdOf(actor)
