import { type Actor, administratorIdOf } from '@souk/contracts'

/** The actor that changes of orders record: an administrator, a secret key or a seller's member; null for others. */
export const actorIdOf = (actor: Actor): string | null => (actor.type === 'member' ? actor.id : administratorIdOf(actor))

/** The author of a parcel, of a shipment or of a draft's change: for a secret key, the user who made the key. */
export const authorIdOf = (actor: Actor): string | null =>
  actor.type === 'secret-key' ? (actor.created_by ?? actor.id) : actorIdOf(actor)
