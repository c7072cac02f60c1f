import { type Actor, unauthorized } from '@souk/contracts'

/** The member that a `/vendor` request comes from. @throws unauthorized when the actor is none */
export function memberIdOf(actor: Actor): string {
  if (actor.type !== 'member') throw unauthorized()
  return actor.id
}
