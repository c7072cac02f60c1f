import { type Actor, sellerIdOf } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** The shipping options of the caller's seller. */
export const ownOptions = ({ actor }: { actor: Actor }, { shippingOptions }: Pick<Deps, 'shippingOptions'>) =>
  shippingOptions.ofSeller(sellerIdOf(actor))
