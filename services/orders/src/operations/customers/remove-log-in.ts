import type { Envelope } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

type Stores = Pick<Deps, 'customers' | 'logIns' | 'leftLogIns' | 'wishlists'>

/**
 * Logs out a deleted customer who had an account, and removes their log-in and wishlist. Does nothing for a customer whose
 * deletion was refused. Idempotent.
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
