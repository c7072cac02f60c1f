import { type Actor, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** The shipping profiles that the caller's seller may read: its own, which it may change, and the marketplace's. */
export const ownProfiles = ({ actor }: { actor: Actor }, { shippingProfiles }: Pick<Deps, 'shippingProfiles'>) =>
  shippingProfiles.ofSeller(sellerIdOf(actor))
