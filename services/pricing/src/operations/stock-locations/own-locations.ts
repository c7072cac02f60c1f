import { type Actor, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** The stock locations of the caller's seller. */
export const ownLocations = ({ actor }: { actor: Actor }, { stockLocations }: Pick<Deps, 'stockLocations'>) =>
  stockLocations.ofSeller(sellerIdOf(actor))
