import { type Actor, administratorIdOf } from '@souk/contracts'

/** The author of a parcel, of a shipment and of a change of a draft's facts: a secret key stands for the user who made it. */
export const authorIdOf = (actor: Actor): string | null => {
  if (actor.type === 'secret-key') return actor.created_by ?? actor.id
  return actor.type === 'member' ? actor.id : administratorIdOf(actor)
}
