import type { Envelope } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

type Stores = Pick<Deps, 'customers' | 'logIns' | 'leftLogIns' | 'wishlists'>

/**
 * Logs out a customer who is deleted, where there was an account, and takes the wishlist; nothing is left of either then. Does
 * nothing to a customer whose deletion was refused. Idempotent.
 */
export async function removeLogIn(
  id: string,
  { customers, logIns, leftLogIns, wishlists }: Stores,
  envelope: Envelope,
): Promise<void> {
  const { deadline } = envelope
  const gone = await customers.findDeleted(id, deadline)
  if (gone) await Promise.all([gone.has_account && logIns.remove(gone, envelope), wishlists.forget(id, deadline)])
  await leftLogIns.forget(id, deadline)
}
