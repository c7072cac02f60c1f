import { revokeAccess as contract, sellerUpdated } from '@souk/contracts'
import { implement, newCommand } from '@souk/runtime'
import { revoke } from '../../credentials/revoke.ts'
import type { Deps } from '../../deps.ts'
import { withoutAccess } from '../../domain/sellers/seller.ts'

/**
 * The identities of a revoked record can no longer log in either, even long after the revocation has expired; nor can those that
 * would have become a revoked seller's or customer's only later.
 */
export const revokeAccess = implement(contract, async ({ body, command, deadline, log }, deps: Deps) => {
  const { kind, id } = body
  command.fate.is = 'unknown' // a failure leaves the rest to a repeat
  // The rest is done even if the seller cannot be written.
  const [closed] = await Promise.allSettled([kind === 'seller' && closeSeller(id, deps, deadline)])
  if (kind === 'user' || kind === 'member' || kind === 'seller' || kind === 'customer')
    await deps.identities.disableOf(kind, id, new Date().toISOString(), deadline)
  const { expires_at } = await revoke(body, deps, deadline)
  if (kind === 'customer') await disableLogInOf(id, deps, deadline)
  if (closed.status === 'rejected') throw closed.reason
  log().info({ kind }, 'access revoked')
  return { revocation: { kind, id, expires_at: expires_at.toISOString() } }
})

async function closeSeller(id: string, { sellers }: Deps, deadline: number) {
  const found = await sellers.find(id, deadline)
  if (found && !found.seller.deleted_at) await sellers.change(id, newCommand(deadline), withoutAccess, sellerUpdated({ id }))
}

/** The log-in of a customer who has not logged in since the registration may not name the customer yet. */
async function disableLogInOf(id: string, { identities, customers }: Deps, deadline: number) {
  const named = await identities.findOfActor('customer', id, deadline)
  const identity_id = named ? named.id : await customers.findLogIn(id, deadline)
  if (identity_id !== null) await identities.disable(identity_id, new Date().toISOString(), deadline)
}
